import { say } from "../../../helpers/text";
import { guard, guardsOf, hurt, readAmount, type Amount, type HandChoices } from "../../../flows/healing/by-hand";
import { patientOf } from "../../../flows/healing/patient";
import type { Person } from "../../../flows/healing/people";
import { RuleError } from "../../../rules/errors";
import { DAMAGE_TYPES } from "../../../rules/keys";
import { maximum } from "../../../rules/damage/formula";
import { mean } from "../../../rules/odds/distribution";
import { pointsTaken } from "../../../rules/odds/damage";
import { heal } from "../../../rules/wounds/heal";
import { tidyChart, woundPenalty } from "../../../rules/wounds/penalty";
import type { WoundChart } from "../../../rules/wounds/types";

interface PreviewBox {
  readonly mark: string;
  readonly css: string;
}

interface PreviewTrack {
  readonly label: string;
  readonly text: string;
  readonly boxes: readonly PreviewBox[];
}

/** What one person would look like afterwards. */
interface Preview {
  readonly uuid: string;
  readonly name: string;
  readonly checked: boolean;
  readonly tracks: readonly PreviewTrack[];
  readonly notes: readonly string[];
}

const markAt = (index: number, x: number, stun: number): string => (index < x ? "X" : index < x + stun ? "/" : "");
const CSS: Readonly<Record<string, string>> = { X: "x", "/": "stun", "": "" };

function boxes(count: number, before: (index: number) => string, after: (index: number) => string): PreviewBox[] {
  return Array.from({ length: count }, (_box, index) => {
    const mark = after(index);
    return { mark, css: [CSS[mark] ?? "", ...(mark === before(index) ? [] : ["new"])].join(" ") };
  });
}

function tracks(before: WoundChart, after: WoundChart): PreviewTrack[] {
  const track = (key: string, count: number, from: number, to: number, drawn: PreviewBox[]): PreviewTrack =>
    ({ label: say(`FATEWALKER.Healing.Damage.${key}`), text: from === to ? `${to} / ${count}` : `${from} → ${to} / ${count}`, boxes: drawn });
  const { normal: was } = before;
  const { normal: is } = after;
  const size = is.rows * is.columns;
  const row = (key: "temporary" | "mortal", label: string): PreviewTrack =>
    track(label, after[key].max, before[key].value, after[key].value, boxes(after[key].max, (index) => markAt(index, before[key].value, 0), (index) => markAt(index, after[key].value, 0)));
  return [
    row("temporary", "Temporary"),
    track("Normal", size, was.value + was.stun, is.value + is.stun, boxes(size, (index) => markAt(index, was.value, was.stun), (index) => markAt(index, is.value, is.stun))),
    row("mortal", "Mortal"),
  ];
}

function penaltyNote(before: WoundChart, after: WoundChart): string[] {
  const [was, is] = [woundPenalty(before), woundPenalty(after)];
  return was === is ? [] : [`${say("FATEWALKER.Healing.Damage.Penalty")} ${was} → ${is}`];
}

function previewOf(person: Person, amount: Amount | null, choices: HandChoices, checked: boolean): Preview {
  const { wounds } = patientOf(person.actor);
  const before = tidyChart(wounds);
  const plain: Preview = { uuid: person.actor.uuid, name: person.name, checked, tracks: tracks(before, before), notes: [] };
  if (amount === null || !checked) return plain;
  if (choices.deed === "heal") {
    const after = amount.kind === "points" ? heal(before, amount.points) : before;
    return { ...plain, tracks: tracks(before, after), notes: penaltyNote(before, after) };
  }
  const guarded = guard(person, amount, choices);
  if (guarded.pool !== null) {
    const chances = pointsTaken(guarded.pool, { flat: 0, parry: [1], absorbing: guarded.protection?.absorb ?? 0 });
    return { ...plain, notes: [say("FATEWALKER.Healing.Damage.Expected", { points: mean(chances).toFixed(1), most: maximum(guarded.pool) })] };
  }
  const { outcome, absorbed, points } = hurt(person, { ordinary: guarded.points ?? 0, penetrating: 0 }, guarded, choices);
  const notes = [
    say("FATEWALKER.Healing.Damage.Points", { points }),
    ...(guarded.stopped > 0 ? [say("FATEWALKER.Healing.Damage.Stopped", { points: guarded.stopped })] : []),
    ...(absorbed > 0 ? [say("FATEWALKER.Healing.Damage.Absorbed", { points: absorbed })] : []),
    ...penaltyNote(before, outcome.chart),
    ...(outcome.startsBleeding ? [say("FATEWALKER.Healing.Damage.Bleeds")] : []),
    ...(outcome.dies ? [say("FATEWALKER.Healing.Damage.Dies")] : []),
    ...(outcome.consciousnessRoll ? [say("FATEWALKER.Healing.Damage.Consciousness")] : []),
  ];
  return { ...plain, tracks: tracks(before, outcome.chart), notes };
}

/** The amount, or why it cannot be read; null as long as nothing was written. */
export function amountNow(choices: HandChoices): Amount | RuleError | null {
  return choices.amount === "" ? null : RuleError.attempt(() => readAmount(choices));
}

/** Context of `templates/dialogs/healing/damage.hbs`. */
export function damageView(people: readonly Person[], left: ReadonlySet<string>, choices: HandChoices) {
  const amount = amountNow(choices);
  const problem = amount instanceof RuleError ? say(amount.key, amount.data) : "";
  const known = amount instanceof RuleError ? null : amount;
  const guards = people.map(guardsOf);
  const damages = choices.deed === "damage";
  return {
    ...choices, damages, problem,
    title: people.length === 0 ? say("FATEWALKER.Healing.Damage.Title") : say("FATEWALKER.Healing.Damage.TitleOf", { deed: say(`FATEWALKER.Healing.Damage.${choices.deed}`), names: people.map(({ name }) => name).join(", ") }),
    hint: say(damages ? "FATEWALKER.Healing.Damage.AmountHint" : "FATEWALKER.Healing.Damage.HealHint"),
    deeds: (["damage", "heal"] as const).map((key) => ({ key, label: say(`FATEWALKER.Healing.Damage.${key}`), chosen: choices.deed === key })),
    types: DAMAGE_TYPES.map((key) => ({ key, label: say(`FATEWALKER.DamageType.${key}`), chosen: choices.type === key })),
    hasArmor: guards.some(({ armor }) => armor), hasShield: guards.some(({ shield }) => shield),
    previews: people.map((person) => previewOf(person, known, choices, !left.has(person.actor.uuid))),
    blocked: known === null || people.every(({ actor }) => left.has(actor.uuid)),
    confirm: say(damages ? "FATEWALKER.Healing.Damage.Apply" : "FATEWALKER.Healing.Damage.ApplyHeal"),
  };
}
