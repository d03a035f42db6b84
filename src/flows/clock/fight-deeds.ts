import { isRecord, text, truth } from "../../data/message/read";
import { RuleError } from "../../rules/errors";
import { commitNow } from "../commit/commit";
import { seriallyHere } from "../commit/in-turn";
import { makeIntent } from "../intents/make";
import { layAmbushNow, readAmbush, type AmbushPlan } from "../moment/lay-ambush";
import type { Wish } from "../intents/types";
import { commitClockNow } from "./commit-clock";
import { fightEnd, noLongerHolding, type EndChoice } from "./end";
import { joining, rollFor, undecided, type InitiativeOptions } from "./initiative";
import { postInitiative } from "./initiative-card";
import { notifyRefusal } from "./refusals";
import { clockState } from "./state";
import { bleedingCards } from "./still-bleeding";

/**
 * What a GM does to a whole fight. It is rolled and written by the client that commits, in its turn, after everything that was wished
 * before: whoever was put on a tick in the same breath keeps it, and two GMs, or one in two windows, do it once.
 */
export type FightDeed =
  | { readonly kind: "begin" }
  /** `missing`: only those who have no initiative when it comes to it. */
  | { readonly kind: "initiative"; readonly ids: readonly string[]; readonly missing: boolean; readonly options: InitiativeOptions }
  | { readonly kind: "reset" }
  | { readonly kind: "ambush"; readonly plan: AmbushPlan }
  | ({ readonly kind: "end" } & EndChoice);

/** Does it now, on the client that commits; only from a task of the queue. @throws RuleError when the rules refuse; nothing is written then */
async function doNow(combat: Combat.Implementation, deed: FightDeed, nonce?: string): Promise<void> {
  const named = nonce === undefined ? {} : { nonce };
  switch (deed.kind) {
    case "begin": {
      // Nobody rolls for a fight that another window, or another GM, has begun already.
      if (clockState(combat).tick >= 1) throw new RuleError("FATEWALKER.Error.ClockBegun");
      const rolled = await rollFor(undecided(combat));
      await commitClockNow(combat, { kind: "begin", operations: [...joining(rolled), { kind: "begin" }], ...named });
      return postInitiative(rolled, 0);
    }
    case "initiative": {
      const wanted = new Set(deed.ids);
      const combatants = combat.combatants.filter(({ id, initiative }) => wanted.has(id ?? "") && !(deed.missing && initiative !== null));
      if (combatants.length === 0) return;
      const rolled = await rollFor(combatants, deed.options);
      const tick = combat.round;
      await commitClockNow(combat, { kind: "initiative", operations: joining(rolled), ...named });
      return postInitiative(rolled, tick);
    }
    case "reset": {
      const combatants = combat.combatants.contents.map(({ uuid }) => ({ action: "update" as const, uuid, changes: { initiative: null, "system.state": "ready" } }));
      const changes = [...combatants, ...noLongerHolding(combat), { action: "update" as const, uuid: combat.uuid, changes: { turn: null, "system.active": null } }];
      await commitNow({ kind: "reset", combat: combat.id, exchange: null, record: null, changes, ...named });
      return;
    }
    case "ambush":
      return layAmbushNow(combat, deed.plan, nonce);
    case "end":
      // The other window was quicker: the fight is over as it was to be.
      if (game.combats?.has(combat.id ?? "") !== true) return;
      await commitNow({ kind: "end", combat: combat.id, exchange: null, record: null, changes: fightEnd(combat, deed), companions: bleedingCards(combat), ...named });
  }
}

/** A GM's deed: done in its turn by the client that commits, wished for from any other. A refusal is shown to whoever asked. */
export async function submitFightDeed(combat: Combat.Implementation, deed: FightDeed): Promise<void> {
  await notifyRefusal(combat, async () => {
    if (game.user?.isGM !== true) throw new RuleError("FATEWALKER.Error.OnlyGM");
    if (!(await seriallyHere(() => doNow(combat, deed)))) await makeIntent("advance", null, { combat: combat.id, deed });
    return true;
  });
}

function readDeed(value: unknown): FightDeed | null {
  if (!isRecord(value)) return null;
  const { kind } = value;
  if (kind === "begin" || kind === "reset") return { kind };
  if (kind === "ambush") return { kind, plan: readAmbush(value.plan) };
  if (kind === "end") return { kind, clearTemporary: truth(value.clearTemporary) };
  if (kind !== "initiative") return null;
  const options = isRecord(value.options) ? value.options : {};
  return {
    kind, ids: Array.isArray(value.ids) ? value.ids.map(text) : [], missing: truth(value.missing),
    options: { penalty: typeof options.penalty === "number" ? Math.trunc(options.penalty) : 0, formula: text(options.formula) || null },
  };
}

/** Fulfils another GM's wish `{ combat, deed }`. @throws RuleError for anybody else's, and as the deed itself */
export async function fulfilFightDeed(combat: Combat.Implementation, { author, args, nonce }: Wish): Promise<void> {
  if (!author.isGM) throw new RuleError("FATEWALKER.Intent.GMOnly");
  const deed = readDeed(args.deed);
  if (deed === null) throw new RuleError("FATEWALKER.Error.UnknownOperation");
  await doNow(combat, deed, nonce);
}
