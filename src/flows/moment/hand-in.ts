import { isRecord, oneOf, text } from "../../data/message/read";
import { RuleError } from "../../rules/errors";
import { rollCall } from "../../rules/clock/simultaneous";
import { clockState } from "../clock/state";
import { checkNothingPending } from "../clock/wishes";
import { writeNow } from "../commit/commit";
import { combatantOf } from "../exchange/participants";
import type { Wish } from "../intents/types";
import { carryOut } from "./carry-out";
import { keepsSecrets, secretChange, secretOf, type Secret, type Shown } from "./secret";
import { isSeal, readDeed, sealOf } from "./seal";

/** What a GM may wish of a simultaneous group: to wait no longer, or that somebody declares anew. */
const GM_DEEDS = ["showNow", "again"] as const;

/** Is this wish about a secret declaration? Such wishes carry one of these in place of a maneuver. */
export const isAboutSecrets = ({ args }: Wish): boolean => args.seal !== undefined || args.show !== undefined || args.lost === true || args.secret !== undefined;

interface Member {
  readonly combat: Combat.Implementation;
  readonly id: string;
  readonly since: number;
}

/** @throws RuleError when the subject is in no fight */
function memberOf({ subject }: Wish): Member {
  const combatant = subject === null ? null : combatantOf(subject.participant);
  const combat = combatant?.combat ?? null;
  const id = combatant?.id ?? null;
  if (combat === null || id === null) throw new RuleError("FATEWALKER.Error.NotInFight");
  return { combat, id, since: clockState(combat).entries[id]?.since ?? 0 };
}

const nothingYet = (combat: Combat.Implementation): Secret => ({ tick: combat.round, phase: "sealing", seals: [], shown: [], again: [] });

/**
 * Fulfils a wish about a secret declaration: `{ seal }` hands one in, `{ show: { deed, salt } }` shows it, `{ lost: true }` says that it is lost. A GM may
 * wish `{ combat, secret: "showNow" }`, or `"again"` for the one that it is about (contract, Secret simultaneous declarations).
 */
export async function fulfilSecret(wish: Wish): Promise<void> {
  if (wish.args.secret !== undefined) return overrule(wish);
  if (wish.args.seal !== undefined) return handIn(wish);
  return wish.args.lost === true ? sayLost(wish) : show(wish);
}

/** A commitment comes in; a second one of the same member takes its place as long as others are missing. */
async function handIn(wish: Wish): Promise<void> {
  const { combat, id, since } = memberOf(wish);
  if (!isSeal(wish.args.seal)) throw new RuleError("FATEWALKER.Moment.NoSeal");
  checkNothingPending(combat, wish);
  const before = secretOf(combat) ?? nothingYet(combat);
  if (before.phase === "showing") throw new RuleError("FATEWALKER.Moment.TooLate");
  if (!rollCall(clockState(combat), []).group.includes(id)) throw new RuleError("FATEWALKER.Moment.NotTogether");
  const seal = { id, since, seal: text(wish.args.seal), by: wish.author.id ?? "" };
  await writeNow([secretChange(combat, { ...before, seals: [...before.seals.filter((one) => one.id !== id), seal], again: before.again.filter((one) => one !== id) })]);
  await considerSecrets(combat);
}

/** What a member does is told in the open, by a macro or another package: it waits for the others all the same. */
export async function handInOpenly({ combat, id, since }: Member, shown: Omit<Shown, "id">): Promise<void> {
  const before = secretOf(combat) ?? nothingYet(combat);
  if (before.phase === "showing") throw new RuleError("FATEWALKER.Moment.TooLate");
  const seals = [...before.seals.filter((one) => one.id !== id), { id, since, seal: "", by: shown.by }];
  await writeNow([secretChange(combat, { ...before, seals, shown: [...before.shown.filter((one) => one.id !== id), { ...shown, id }], again: before.again.filter((one) => one !== id) })]);
  await considerSecrets(combat);
}

/** What was sealed is shown, once all are in. What comes twice, or when all is over, is passed over. */
async function show(wish: Wish): Promise<void> {
  const { combat, id } = memberOf(wish);
  const secret = secretOf(combat);
  const seal = secret?.seals.find((one) => one.id === id);
  if (secret === null || seal === undefined || secret.shown.some((one) => one.id === id)) return;
  // Somebody has to declare again, so this comes too early: its author shows it once more.
  if (secret.phase !== "showing") return;
  const { show: shown } = wish.args;
  const deed = isRecord(shown) ? readDeed(shown.deed) : null;
  const fits = deed !== null && isRecord(shown) && sealOf(id, deed, text(shown.salt)) === seal.seal;
  if (deed === null || !fits) {
    await askAgain(combat, secret, id);
    throw new RuleError("FATEWALKER.Moment.BrokenSeal");
  }
  const entry: Shown = { id, deed, by: wish.author.id ?? "", card: foundry.utils.randomID(), ledger: foundry.utils.randomID(), nonce: wish.nonce };
  await writeNow([secretChange(combat, { ...secret, shown: [...secret.shown, entry] })]);
  await considerSecrets(combat);
}

/** The browser that knew it is gone: its member declares again, the others wait for that. */
async function sayLost(wish: Wish): Promise<void> {
  const { combat, id } = memberOf(wish);
  const secret = secretOf(combat);
  if (secret === null || secret.shown.some((one) => one.id === id)) return;
  await askAgain(combat, secret, id);
}

async function askAgain(combat: Combat.Implementation, secret: Secret, id: string): Promise<void> {
  await writeNow([secretChange(combat, { ...secret, phase: "sealing", seals: secret.seals.filter((one) => one.id !== id), shown: secret.shown.filter((one) => one.id !== id && secret.seals.some((seal) => seal.id === one.id)), again: [...secret.again.filter((one) => one !== id), id] })]);
}

async function overrule(wish: Wish): Promise<void> {
  if (!wish.author.isGM) throw new RuleError("FATEWALKER.Intent.GMOnly");
  const what = oneOf(GM_DEEDS, wish.args.secret);
  if (what === "again") {
    const { combat, id } = memberOf(wish);
    const secret = secretOf(combat);
    if (secret !== null) await askAgain(combat, secret, id);
    return;
  }
  const combat = game.combats?.get(text(wish.args.combat));
  const secret = combat === undefined ? null : secretOf(combat);
  if (combat === undefined || secret === null || secret.seals.length === 0) throw new RuleError("FATEWALKER.Moment.NothingHandedIn");
  // The second time nobody's browser is waited for either.
  if (secret.phase === "showing") await carryOut(combat, secret);
  else {
    await writeNow([secretChange(combat, { ...secret, phase: "showing" })]);
    await considerSecrets(combat);
  }
}

/**
 * Goes on with what the group of a fight has handed in, as things stand now: all in, it is to be shown; all shown, it is carried out. Whoever
 * has left the group meanwhile, by death, by deed or by the GM's hand, is waited for no longer. Only from a task of the commit queue.
 */
export async function considerSecrets(combat: Combat.Implementation): Promise<void> {
  const secret = secretOf(combat);
  if (secret === null) {
    if (keepsSecrets(combat)) await writeNow([secretChange(combat, null)]);
    return;
  }
  const { handedIn, missing } = rollCall(clockState(combat), secret.seals);
  const seals = secret.seals.filter(({ id }) => handedIn.includes(id));
  const kept: Secret = { ...secret, seals, shown: secret.shown.filter(({ id }) => handedIn.includes(id)), again: secret.again.filter((id) => missing.includes(id)) };
  if (seals.length === 0 && kept.again.length === 0) return writeNow([secretChange(combat, null)]);
  if (seals.length === 0) return seals.length === secret.seals.length ? undefined : writeNow([secretChange(combat, kept)]);
  if (kept.phase === "sealing" && missing.length === 0) return allIn(combat, kept);
  if (kept.phase === "showing" && seals.every(({ id }) => kept.shown.some((one) => one.id === id))) return carryOut(combat, kept);
  if (seals.length !== secret.seals.length || kept.again.length !== secret.again.length) await writeNow([secretChange(combat, kept)]);
}

async function allIn(combat: Combat.Implementation, secret: Secret): Promise<void> {
  const showing: Secret = { ...secret, phase: "showing" };
  // Where all was told in the open nobody has anything to show.
  if (secret.seals.every(({ id }) => secret.shown.some((one) => one.id === id))) return carryOut(combat, showing);
  await writeNow([secretChange(combat, showing)]);
}
