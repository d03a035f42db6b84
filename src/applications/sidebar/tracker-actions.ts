import { MAIN_BUTTON, OTHER_BUTTON } from "../../helpers/dialog-buttons";
import { COMBAT_KINDS, type CombatKind } from "../../data/combat";
import { combatData, departure, submitClock, submitDeed, submitShift } from "../../flows/clock";
import { isCommitter } from "../../flows/commit/commit";
import { awaitedAnswer, showAwaited } from "../../flows/exchange";
import { openEngagement } from "../dialogs/engagement-dialog";
import { submitAgain, submitShowNow } from "../../flows/moment/client";
import { openAmbush } from "../dialogs/ambush-dialog";
import { openMovement } from "../dialogs/movement-windows";
import { openCombatantSheet, panToCombatant } from "../hud/token-reach";
import { addEvent } from "./event-actions";
import { askTicks } from "./ask-ticks";
import { redoNext } from "./log-actions";

/** What a person does with one row of the tracker. */
type RowDeed = (combat: Combat.Implementation, combatant: Combatant.Implementation) => Promise<unknown>;

/** Cost of a deed that nobody has priced yet, as the field proposes it. */
const PROPOSED_TICKS = 5;
/** Ticks until somebody who is back in the fight acts, as the rules' shortest pause after an action. */
const REVIVED_AFTER = 1;

const shift = (combat: Combat.Implementation, { id }: Combatant.Implementation, by: number): Promise<void> => submitShift(combat, { id: id ?? "", by });

async function remove(combat: Combat.Implementation, combatant: Combatant.Implementation): Promise<void> {
  const id = combatant.id ?? "";
  const changes = [{ action: "delete" as const, uuid: combatant.uuid }];
  if (isCommitter()) await submitClock(combat, { kind: "leave", operations: (state) => departure(state, id), changes });
  else await combatant.delete();
}

async function defeat(combat: Combat.Implementation, combatant: Combatant.Implementation): Promise<void> {
  await submitClock(combat, { kind: "defeat", operations: (state) => departure(state, combatant.id ?? "", "defeat") });
}

/** Who sees whom to answer: the attack that still waits for this one. */
export const awaits = ({ actor }: Combatant.Implementation): boolean => actor !== null && actor.isOwner && awaitedAnswer({ actor: actor.uuid }) !== null;

export const ROW_DEEDS = {
  fwAnswer: async (_combat, { actor }) => {
    if (actor) await showAwaited({ actor: actor.uuid });
  },
  fwRoll: (combat, { id }) => combat.rollInitiative(id ?? ""),
  fwHold: (combat, combatant) => submitDeed(combat, combatant, { kind: "hold" }),
  fwRelease: (combat, combatant) => submitDeed(combat, combatant, { kind: "release" }),
  fwSpend: async (combat, combatant) => {
    const cost = await askTicks(combatant.name ?? "", PROPOSED_TICKS);
    if (cost !== null) await submitDeed(combat, combatant, { kind: "act", cost });
  },
  fwEarlier: (combat, combatant) => shift(combat, combatant, -1),
  fwLater: (combat, combatant) => shift(combat, combatant, 1),
  fwDefeat: defeat,
  fwRevive: (combat, { id }) => submitClock(combat, { kind: "revive", operations: [{ kind: "revive", id: id ?? "", cost: REVIVED_AFTER }] }),
  fwAgain: (_combat, combatant) => submitAgain(combatant),
  fwHide: (_combat, combatant) => combatant.update({ hidden: !combatant.hidden }),
  fwRemove: remove,
  fwPan: (_combat, combatant) => panToCombatant(combatant),
  fwMove: (_combat, combatant) => openMovement(combatant),
  fwEngage: (_combat, combatant) => openEngagement(combatant),
  fwSheet: (_combat, combatant) => openCombatantSheet(combatant),
} as const satisfies Record<string, RowDeed>;

/** What a person does with the whole fight. */
export const FIGHT_DEEDS = {
  fwBegin: (combat) => combat.startCombat(),
  fwNext: (combat) => combat.nextTurn(),
  fwBack: (combat) => combat.previousTurn(),
  fwRedo: redoNext,
  fwEnd: (combat) => combat.endCombat(),
  fwKind: switchKind,
  fwShowNow: (combat) => submitShowNow(combat),
  fwAmbush: openAmbush,
  fwAddEvent: addEvent,
  fwRollAll: (combat) => combat.rollAll(),
  fwRollNPC: (combat) => combat.rollNPC(),
} as const satisfies Record<string, (combat: Combat.Implementation) => Promise<unknown>>;

/** A new fight or scene on the scene in view; without a scene it is tied to none. */
export async function createFight(): Promise<void> {
  const kind = await askKind();
  if (kind !== null) await Combat.implementation.create({ scene: canvas?.scene?.id ?? null, active: true, system: { kind } } as never);
}

/** A fight costs everybody in it a point of Will, a scene only counts time. @returns null for neither */
async function askKind(): Promise<CombatKind | null> {
  const answer: unknown = await foundry.applications.api.DialogV2.wait({
    window: { title: "FATEWALKER.Tracker.Create" },
    classes: ["fatewalker"],
    content: `<p>${game.i18n.localize("FATEWALKER.Tracker.KindQuestion")}</p>`,
    rejectClose: false,
    buttons: COMBAT_KINDS.map((kind) => ({ action: kind, label: `FATEWALKER.Tracker.Kind.${kind}`, ...(kind === "fight" ? MAIN_BUTTON : OTHER_BUTTON), callback: () => kind })),
  });
  return COMBAT_KINDS.find((kind) => kind === answer) ?? null;
}

/** A fight that has not begun may still turn out to be a scene, and the other way round. */
async function switchKind(combat: Combat.Implementation): Promise<void> {
  if (combat.round >= 1) return;
  await combat.update({ system: { kind: combatData(combat)?.kind === "scene" ? "fight" : "scene" } } as never);
}

/** The fights that the tracker goes through: those of the scene in view, and those of none. */
export const fightsHere = (): Combat.Implementation[] =>
  (game.combats?.contents ?? []).filter(({ scene }) => scene === null || scene.id === canvas?.scene?.id);

/** Shows everybody the next of the fights here; which one is shown is for a GM to say. */
export async function cycleFights(combat: Combat.Implementation | null): Promise<void> {
  const fights = fightsHere();
  if (fights.length === 0 || game.user?.isGM !== true) return;
  const index = fights.findIndex(({ id }) => id === combat?.id);
  await fights[(index + 1) % fights.length]?.activate();
}
