import { exchangeOf } from "../../data/message";
import type { IntentOperation, Participant } from "../../rules/exchange/types";
import { isCommitter } from "../commit/commit";
import { seeTo, seriallyHere } from "../commit/in-turn";
import { fightOf } from "../exchange/setup";
import { makeIntent } from "../intents/make";
import { participantOf } from "../clock/address";
import { considerSecrets } from "./hand-in";
import { keepDeed, keptDeed } from "./kept";
import { openExchanges, waitsInVain } from "./open";
import { freshSalt, SEALED_OPERATIONS, sealOf, type Deed } from "./seal";
import { withoutCard, withoutUnable } from "./proceed";
import { actsTogether, groupRoll, joinsOthers, keepsSecrets, secretOf, seemsAlone } from "./secret";

/** Commitments that this client has answered for: each is shown, or given up, once. */
const answeredFor = new Set<string>();

const canBeSealed = (op: IntentOperation): op is Deed["op"] => SEALED_OPERATIONS.some((known) => known === op);

const report = (error: unknown): void => console.error(error);

/** Does this one act at the same moment as others now, or would it by doing this out of its hold? Who holds already does not break the hold to hold. */
export function declaresInSecret(participant: Participant, op: IntentOperation = "declare"): boolean {
  const fight = fightOf(participant);
  return fight !== null && (actsTogether(fight.combat, fight.id) || (op !== "hold" && joinsOthers(fight.combat, fight.id))) && openExchanges(fight.combat).length === 0;
}

/**
 * Wishes that somebody does something now. Whoever acts at the same moment as others only hands in a commitment: the deed itself stays in this browser
 * until all of them are in (contract, Secret simultaneous declarations).
 */
export async function wishInTurn(op: IntentOperation, participant: Participant, args: Readonly<Record<string, unknown>>): Promise<void> {
  const fight = fightOf(participant);
  if (fight === null || !canBeSealed(op) || !declaresInSecret(participant, op)) {
    await makeIntent(op, participant, args);
    return;
  }
  if (joinsOthers(fight.combat, fight.id)) await makeIntent("release", participant, {});
  // As the database keeps it, so that it fits its commitment after a reload as well.
  const deed = JSON.parse(JSON.stringify({ op, args })) as Deed;
  const salt = freshSalt();
  const seal = sealOf(fight.id, deed, salt);
  await keepDeed({ seal, salt, deed, tick: fight.tick });
  const roll = groupRoll(fight.combat);
  await makeIntent("declare", participant, { seal });
  // Whoever is the last to declare opens all of it by that: nothing is secret any more.
  if (roll !== null && roll.missing.every((id) => id === fight.id)) return;
  ui.notifications?.info(game.i18n.localize(roll !== null && seemsAlone(fight.combat, roll) ? "FATEWALKER.Moment.HandedIn" : "FATEWALKER.Moment.Sealed"));
}

/** The exchange that this one may still step in before: what it does next is put before that. */
export function awaitedInterruption({ combatant }: Pick<Participant, "combatant">): { readonly card: string; readonly free: boolean } | null {
  const combat = combatant === null ? null : (game.combats?.contents.find(({ combatants }) => combatants.has(combatant)) ?? null);
  if (combat === null || combatant === null) return null;
  const open = openExchanges(combat).find(({ asked, covered }) => asked.includes(combatant) || covered.includes(combatant));
  return open === undefined ? null : { card: open.card, free: !open.asked.includes(combatant) };
}

/** Lets an action happen that one could preempt. */
export const submitLetBe = (participant: Participant, exchange: string): Promise<string | null> => makeIntent("preempt", participant, { exchange, do: "letBe" });

/** A GM waits no longer for those who have not declared, or has somebody declare anew. */
export const submitShowNow = (combat: Combat.Implementation): Promise<string | null> => makeIntent("declare", null, { combat: combat.id, secret: "showNow" });
export const submitAgain = (combatant: Combatant.Implementation): Promise<string | null> => makeIntent("declare", participantOf(combatant), { secret: "again" });

/** All are in: this browser shows what it has sealed, or says that it does not know it any more. */
async function showOwn(combat: Combat.Implementation): Promise<void> {
  const secret = secretOf(combat);
  if (secret === null) return;
  if (secret.phase === "sealing") {
    // Somebody has to declare again: what was shown too early is shown once more when all are in.
    for (const { seal } of secret.seals) answeredFor.delete(seal);
    return;
  }
  for (const { id, seal, by } of secret.seals) {
    if (by !== game.user?.id || seal === "" || answeredFor.has(seal) || secret.shown.some((one) => one.id === id)) continue;
    answeredFor.add(seal);
    const combatant = combat.combatants.get(id);
    const participant = combatant === undefined ? null : participantOf(combatant);
    const kept = keptDeed(seal);
    if (participant === null) continue;
    if (kept !== null) await makeIntent("declare", participant, { show: { deed: kept.deed, salt: kept.salt } });
    else setTimeout(() => void sayLost(combat, participant, seal).catch(report), ELSEWHERE);
  }
}

/** Milliseconds in which another browser of the same person, where it was sealed, has shown it. */
const ELSEWHERE = 2000;

/** Nobody has shown it in the meantime: whoever sealed it has to declare again. */
async function sayLost(combat: Combat.Implementation, participant: Participant, seal: string): Promise<void> {
  const secret = secretOf(combat);
  if (secret?.phase !== "showing" || !secret.seals.some((one) => one.seal === seal) || secret.shown.some(({ id }) => id === participant.combatant)) return;
  await makeIntent("declare", participant, { lost: true });
}

/** Whoever has to declare again is told so. */
const told = new Set<string>();
function tellAgain(combat: Combat.Implementation): void {
  for (const id of secretOf(combat)?.again ?? []) {
    const combatant = combat.combatants.get(id);
    const key = `${combat.id} ${id} ${combat.round} ${secretOf(combat)?.seals.length ?? 0}`;
    if (combatant?.isOwner !== true || told.has(key)) continue;
    told.add(key);
    ui.notifications?.warn(game.i18n.format("FATEWALKER.Moment.DeclareAgain", { name: combatant.name ?? "" }));
  }
}

/** Fights that will be looked at when their turn in the queue has come: several changes at once are one look. */
const toConsider = new WeakSet<object>();

/** Whoever may step in is waited for no longer once it is gone or has fallen. */
function considerMoment(combat: Combat.Implementation | null | undefined): void {
  if (combat && waitsInVain(combat)) seeTo(() => withoutUnable(combat));
}

/** Somebody was hurt, healed or knocked out. */
function onEffect(effect: ActiveEffect.Implementation): void {
  const actor: unknown = effect.parent;
  for (const combat of game.combats?.contents ?? []) if (combat.combatants.some((combatant) => combatant.actor === actor)) considerMoment(combat);
}

/** The committing client looks whether a group is complete, whatever has changed it. */
function consider(combat: Combat.Implementation | null | undefined): void {
  considerMoment(combat);
  if (!combat || !isCommitter() || !keepsSecrets(combat) || toConsider.has(combat)) return;
  toConsider.add(combat);
  const look = (): Promise<void> => {
    toConsider.delete(combat);
    return considerSecrets(combat);
  };
  // Whoever commits by then looks itself.
  void seriallyHere(look).catch(report).finally(() => toConsider.delete(combat));
}

function onCombat(combat: Combat.Implementation): void {
  showOwn(combat).catch(report);
  tellAgain(combat);
  consider(combat);
}

/** A card that is deleted while others wait for it holds them up no longer. */
function onCardGone(message: ChatMessage.Implementation): void {
  if (!isCommitter() || message.id === null || exchangeOf(message) === null) return;
  const id = message.id;
  const combat = (game.combats?.contents ?? []).find((candidate) => openExchanges(candidate).some(({ card }) => card !== id));
  if (combat !== undefined) seeTo(() => withoutCard(combat, id));
}

/** Watches simultaneous groups; at ready. */
export function watchMoments(): void {
  Hooks.on("updateCombat", (combat: Combat.Implementation) => onCombat(combat));
  for (const name of ["createCombatant", "updateCombatant", "deleteCombatant"] as const) Hooks.on(name, (combatant: Combatant.Implementation) => consider(combatant.parent));
  Hooks.on("createActiveEffect", (effect: ActiveEffect.Implementation) => onEffect(effect));
  Hooks.on("userConnected", () => game.combats?.contents.forEach((combat) => consider(combat)));
  Hooks.on("deleteChatMessage", (message: ChatMessage.Implementation) => onCardGone(message));
  for (const combat of game.combats?.contents ?? []) onCombat(combat);
}
