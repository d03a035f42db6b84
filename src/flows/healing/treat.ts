import { readParticipant } from "../../data/message/read-exchange";
import type { HealingLine } from "../../data/message/read-healing";
import { RuleError } from "../../rules/errors";
import { isBleeding } from "../../rules/healing/patient";
import { giveCare } from "../../rules/healing/caretaking";
import { giveFirstAid } from "../../rules/healing/first-aid";
import { applySerum } from "../../rules/healing/serum";
import { stabilize } from "../../rules/healing/stabilize";
import { operate, storedCare, useUpCare } from "../../rules/healing/surgery";
import type { HealingOutcome, Patient } from "../../rules/healing/types";
import type { ExtendedStep } from "../../rules/dice/extended";
import { actorData } from "../../data/access";
import type { Pool } from "../../rules/dice/types";
import type { Participant } from "../../rules/exchange/types";
import { asNamed, changeOf } from "../../rules/powers/roll-changes";
import { applyWounds } from "../../rules/wounds/apply";
import { bleedingInterval } from "../../rules/wounds/penalty";
import type { DocumentChange } from "../commit/types";
import { combatantOf } from "../exchange/participants";
import { fightOf } from "../exchange/setup";
import { handleWishes } from "../intents/registry";
import type { Wish } from "../intents/types";
import { doDeeds } from "../moment/deed-card";
import { learnedBy, learningChange } from "../powers/aftermath";
import { checkChoice, chosenPower } from "../powers/for-roll";
import { memoryChange, memoryOf } from "../powers/memory";
import { payChanges } from "../powers/pay";
import { throwPool, type Thrown } from "./dice";
import { newWoundChange } from "./new-wound";
import { patientChanges } from "./patient";
import { personAt } from "./people";
import { prepareTreatment, readTreatment, type TreatmentChoices, type TreatmentSetup } from "./treatment";
import { nameOfTreatment, TREATMENT_LOOK, treatmentWaits } from "./waiting";
import { careLine, line, outcomeLines, vagueOutcome } from "./words";
import { writeDeed } from "./write";

/** What a treatment did, before it is written. */
interface Treated {
  readonly outcome: HealingOutcome;
  readonly lines: readonly HealingLine[];
  readonly vague: readonly HealingLine[];
  readonly changes: readonly DocumentChange[];
}

/**
 * What a wish to treat comes to now.
 * @param waited  it has been declared and waited for others: a power that cannot be paid any more by now brings no dice, and costs nothing
 * @throws RuleError what stands against it
 */
function wishedTreatment({ subject, args, author }: Wish, { waited }: { readonly waited: boolean }): TreatmentSetup {
  const claimed = readParticipant(args.patient);
  if (subject === null || claimed === null) throw new RuleError("FATEWALKER.Healing.Nobody");
  const prepared = (choices: TreatmentChoices): TreatmentSetup => prepareTreatment({ healer: personAt(subject.participant), patient: personAt(claimed), choices, isGM: author.isGM });
  const wanted = prepared(readTreatment(args.treatment));
  const unpaid = RuleError.refusal(() => { checkChoice(wanted.powers, wanted.power); });
  if (unpaid !== null && !waited) throw unpaid;
  const setup = unpaid === null ? wanted : prepared({ ...readTreatment(args.treatment), power: null });
  if (setup.refusal !== null) throw setup.refusal;
  return setup;
}

/** Takes up wishes to treat, on the client that commits. */
export function fulfilTreatments(): void {
  handleWishes("treat", (wish) => fulfilTreat(wish, null));
  doDeeds("treat", { carryOut: fulfilTreat, nameOf: (wish) => nameOfTreatment(wishedTreatment(wish, { waited: true })), look: TREATMENT_LOOK });
}

/**
 * Fulfils a wish to treat somebody: `{ patient, treatment }`, wished for the healer. Each roll of an extended one is a wish, a
 * commit and a card of its own (Environmental Scenes, Healing Wounds). In a fight it is an action, which others may put theirs before.
 * @param card  on which it has waited for those who could step in; null: it has not waited yet
 * @throws RuleError what stands against it
 */
async function fulfilTreat(wish: Wish, card: string | null): Promise<void> {
  const { args } = wish;
  const setup = wishedTreatment(wish, { waited: card !== null });
  const { healer, patient } = setup;
  if (card === null && (await treatmentWaits(wish, setup))) return;
  const thrown = setup.pool === null ? null : await rolled(setup, setup.pool);
  const treated = treat(setup, thrown, readTreatment(args.treatment).useCare);
  const dies = treated.outcome.wound?.dies === true;
  const bled = bleedMeanwhile(setup, treated.outcome);
  const final = bled?.patient ?? treated.outcome.patient;
  const isDead = dies || bled?.dies === true;
  const first = thrown === null || setup.roll === null
    ? [line("UsesSerum", { name: setup.serum?.name ?? "", count: Math.max(0, (setup.serum?.quantity ?? 1) - 1) })]
    : [line("Roll", { ...setup.roll, successes: thrown.successes }, thrown.roll), ...thrown.lines];
  await writeDeed(wish, {
    changes: [
      ...patientChanges(patient.actor, setup.body, final, { dies: isDead }),
      ...(bled?.newWound === true ? [newWoundChange(patient.actor.uuid, bled.newMortal)] : []),
      ...treated.changes,
      ...(thrown?.changes ?? []),
      ...boonUsed(healer.participant),
      ...(setup.serum === null ? [] : [{ action: "update" as const, uuid: setup.serum.uuid, changes: { "system.quantity": Math.max(0, setup.serum.quantity - 1) } }]),
    ],
    people: [healer.participant, patient.participant],
    dead: isDead ? [patient.participant] : [],
    spends: { participant: healer.participant, cost: setup.cost },
    waited: card,
    card: {
      kind: setup.procedure, patient: patient.participant, healer: healer.participant,
      told: [
        { participant: healer.participant, lines: [...first, timeLine(setup)], vague: [timeLine(setup)] },
        { participant: patient.participant, lines: [...treated.lines, ...(bled?.lines ?? [])], vague: [...treated.vague, ...(bled === null || !bled.dies ? [] : [line("Dies")])] },
      ],
    },
  });
}

/** The roll of a treatment with what its power made of it, and what that costs and teaches. */
interface Rolled extends Thrown {
  readonly lines: readonly HealingLine[];
  readonly changes: readonly DocumentChange[];
}

/** Throws the roll; the power in it is paid with it, unless the dice bring its cost back (Powers, Overview, Predestined and Conceit). */
async function rolled({ healer: { actor, participant }, modifiers, powers, roll }: TreatmentSetup, pool: Pool): Promise<Rolled> {
  const thrown = await throwPool(pool);
  const named = changeOf(modifiers, "predestined");
  const read = named === null ? { roll: thrown.result, refund: false } : asNamed(thrown.result, named.change.named);
  const option = chosenPower(powers);
  const learned = roll === null ? 0 : learnedBy(actor, read.roll);
  return {
    ...thrown, successes: read.roll.successes,
    lines: [
      ...(option === null ? [] : [line(read.refund ? "PowerBack" : "PowerIn", { name: option.name })]),
      ...(learned > 0 && roll !== null ? [line("Learns", { points: learned, skill: roll.skill })] : []),
    ],
    changes: [
      ...(option === null || read.refund ? [] : payChanges(actor, participant, option.cost)),
      ...(roll === null ? [] : learningChange(actor, roll.skill, learned)),
    ],
  };
}

/** A treatment is an action: dice that have waited for the next one are gone with it (Powers, Boon). */
function boonUsed(healer: Participant): DocumentChange[] {
  const combatant = combatantOf(healer);
  return combatant === null || memoryOf(combatant).boon === null ? [] : [memoryChange(combatant, { boon: null })];
}

function timeLine({ time }: TreatmentSetup): HealingLine {
  if (time.kind === "ticks") return line("TakesTicks", { ticks: time.ticks });
  return time.from === time.to ? line("TakesMinutes", { minutes: Math.round(time.from) }) : line("TakesMinutesOrMore", { from: time.from, to: time.to });
}

function treat(setup: TreatmentSetup, thrown: Thrown | null, useCare: boolean): Treated {
  const { procedure, body, patient, extended } = setup;
  const successes = thrown?.successes ?? 0;
  switch (procedure) {
    case "firstAid": {
      const outcome = giveFirstAid(body, successes);
      return { outcome, lines: [...outcomeLines(outcome), careLine(outcome.patient.firstAid ?? 0)], vague: vagueOutcome(outcome), changes: [] };
    }
    case "serum": {
      const outcome = applySerum(body);
      return { outcome, lines: [...outcomeLines(outcome), careLine(outcome.patient.firstAid ?? 0)], vague: vagueOutcome(outcome), changes: [] };
    }
    case "caretaking": {
      const cared = giveCare(body, successes);
      return { outcome: { patient: cared, healed: 0, harmed: 0, wound: null, stabilizes: false }, lines: [careLine(cared.caretaking ?? 0)], vague: [line("CaredFor")], changes: [] };
    }
    case "stabilize": {
      if (extended === null) throw new RuleError("FATEWALKER.Healing.NotMortal");
      const outcome = stabilize(body, extended, successes);
      return extendedResult(outcome, "stabilizing", patient.actor.uuid);
    }
    case "surgery": {
      if (extended === null) throw new RuleError("FATEWALKER.Healing.NoWounds");
      const usesCare = useCare && storedCare(body) !== 0;
      const outcome = operate(usesCare ? useUpCare(body) : body, extended, successes);
      const result = extendedResult(outcome, "surgery", patient.actor.uuid);
      return usesCare ? { ...result, lines: [...result.lines, line("CareUsed")] } : result;
    }
  }
}

/** What an extended roll has come to, and how far it is remembered on the patient. */
function extendedResult(outcome: HealingOutcome & { readonly roll: ExtendedStep }, kind: "stabilizing" | "surgery", uuid: string): Treated {
  const { state: { total, needed, rolls }, net, done } = outcome.roll;
  const nothing = outcome.healed === 0 && outcome.harmed === 0;
  const result = done || !nothing ? outcomeLines(outcome).filter(({ key }) => !(done && nothing && key.endsWith("NoChange"))) : [];
  return {
    outcome,
    lines: [line(done ? "ExtendedDone" : "Extended", { net, total, needed }), ...result],
    vague: done || !nothing ? vagueOutcome(outcome) : [line("StillAtIt")],
    changes: [{ action: "update", uuid, changes: { [`system.healing.${kind}`]: done || outcome.wound?.dies === true ? null : { total, rolls } } }],
  };
}

/** Outside a fight no clock lets a patient bleed, so the ticks of a try to stabilise do: a point every (Prowess + Will) of all ticks so far (Environmental Scenes, Stabilize). */
function bleedMeanwhile({ procedure, patient, time, extended }: TreatmentSetup, { patient: body, wound }: HealingOutcome): { readonly patient: Patient; readonly dies: boolean; readonly newWound: boolean; readonly newMortal: boolean; readonly lines: readonly HealingLine[] } | null {
  const data = actorData(patient.actor);
  if (procedure !== "stabilize" || time.kind !== "ticks" || extended === null || data === null || wound?.dies === true || !isBleeding(body) || fightOf(patient.participant) !== null) return null;
  const interval = bleedingInterval({ prowess: data.attributes.prowess.value, willRating: data.will.rating });
  const before = extended.rolls * time.ticks;
  const points = Math.floor((before + time.ticks) / interval) - Math.floor(before / interval);
  let wounds = body.wounds;
  let dies = false;
  let newWound = false;
  let newMortal = false;
  const lines: HealingLine[] = [];
  for (let point = 0; point < points && !dies; point += 1) {
    const outcome = applyWounds(wounds, { points: 1, stun: false, resilience: body.resilience });
    wounds = outcome.chart;
    ({ dies } = outcome);
    newMortal ||= outcome.placed.mortal > 0;
    newWound ||= newMortal || outcome.placed.normal > 0;
  }
  if (points > 0) lines.push(line("BleedsOn", { count: points }), ...(dies ? [line("Dies")] : []));
  return { patient: { ...body, wounds }, dies, newWound, newMortal, lines };
}
