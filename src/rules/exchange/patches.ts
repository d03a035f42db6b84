import { RuleError } from "../errors";
import { NOTHING_CARRIED, type Carried } from "../fighter/carried";
import type { StatusId } from "../keys";
import { effectsOf, hasEffect } from "../maneuvers/effects";
import { reactionTags } from "../maneuvers/tags";
import type { Modifier } from "../modifiers/types";
import { itemPatches } from "./belongings";
import type { Body } from "./bodies";
import { engagementPatch, FREED_RANGE } from "./engagements";
import { carriedAfter, ownResult, type OwnResult } from "./own";
import { trace, type Trace } from "./trace";
import type { ExchangeOutcome, ExchangePatch, ExchangeState, ExchangeTicks, Participant, PatchedDocument, PatchValue, TargetState } from "./types";

/**
 * All that a resolved exchange changes, with before and after, in the contract's paths; the ticks that both sides pay (none
 * outside a fight), who begins to bleed, who loses Will and who covers an area. Nothing that stays as it was is listed
 * (Dramatic Scenes; Actions and Maneuvers).
 * @throws RuleError `FATEWALKER.Error.NotResolved`
 */
export function patchesOf(state: ExchangeState): ExchangeOutcome {
  const traced = trace(state);
  if (state.phase !== "resolved" || !traced.complete) throw new RuleError("FATEWALKER.Error.NotResolved");
  const bodies = traced.bodies.all();
  const own = ownResult(state);
  return {
    patches: [
      ...bodies.flatMap(bodyPatches),
      ...ownStatusPatches(state, traced),
      ...itemPatches(state, own, bodies),
      ...carriedPatches(state, own),
      ...traced.engagements.all().flatMap(engagementPatch),
      ...state.targets.flatMap(yieldedPatch),
    ],
    ticks: ticksOf(state, traced, own),
    bleeding: bodies.flatMap(({ participant, bleeding }) => (bleeding === null ? [] : [{ participant, interval: bleeding }])),
    newWounds: bodies.flatMap(({ participant, newWound, newMortal }) => (newWound ? [{ participant, mortal: newMortal }] : [])),
    drains: bodies.flatMap(({ participant, drained }) => (drained === 0 ? [] : [{ participant, will: drained }])),
    overwatch: state.tick === null ? [] : effectsOf(state.declaration.maneuver, "overwatch").map(({ ticks }) => ({ participant: state.attacker.participant, until: (state.tick ?? 0) + ticks })),
  };
}

function patch(participant: Participant, document: PatchedDocument, path: string, before: PatchValue, after: PatchValue): ExchangePatch[] {
  return JSON.stringify(before) === JSON.stringify(after) ? [] : [{ participant, document, path, before, after }];
}

function bodyPatches(body: Body): ExchangePatch[] {
  const { participant, before: fighter, wounds: after } = body;
  const before = fighter.wounds;
  const actor = { kind: "actor" } as const;
  const shield = fighter.energyShield;
  return [
    ...patch(participant, actor, "system.wounds.temporary.value", before.temporary.value, after.temporary.value),
    ...patch(participant, actor, "system.wounds.normal.value", before.normal.value, after.normal.value),
    ...patch(participant, actor, "system.wounds.normal.stun", before.normal.stun, after.normal.stun),
    ...patch(participant, actor, "system.wounds.mortal.value", before.mortal.value, after.mortal.value),
    ...(shield === null ? [] : patch(participant, { kind: "item", id: shield.id }, "system.energy.value", shield.energy, body.energy)),
    ...statusChanges(body).flatMap((status) => patch(participant, { kind: "status", status }, "active", !body.statuses.has(status), body.statuses.has(status))),
  ];
}

/** Statuses that ended, then those that began. */
function statusChanges({ before, statuses }: Body): StatusId[] {
  return [...before.statuses.filter((status) => !statuses.has(status)), ...[...statuses].filter((status) => !before.statuses.includes(status))];
}

/** Postures, cover and aims of an act that is aimed at nobody: nothing was worked out for it. */
function ownStatusPatches({ attacker: { participant, fighter }, declaration: { maneuver, carried = NOTHING_CARRIED }, targets }: ExchangeState, { bodies }: Trace): ExchangePatch[] {
  const now = bodies.all().find((body) => body.participant.actor === participant.actor)?.statuses ?? new Set(fighter.statuses);
  const wanted = new Map<StatusId, boolean>();
  if (targets.length === 0) for (const { posture } of effectsOf(maneuver, "posture")) wanted.set("prone", posture === "prone");
  for (const { percent } of effectsOf(maneuver, "cover")) {
    wanted.set("cover50", percent === 50);
    wanted.set("cover90", percent === 90);
  }
  if (hasEffect(maneuver, "aim") || now.has("aiming") || carried.aim !== null) wanted.set("aiming", hasEffect(maneuver, "aim"));
  return [...wanted].flatMap(([status, active]) => (now.has(status) === active ? [] : patch(participant, { kind: "status", status }, "active", !active, active)));
}

/** What attacker and targets carry on: aims are gone once something comes between, Footwork dice once they were used (Actions and Maneuvers, Aim, Footwork). */
function carriedPatches(state: ExchangeState, own: OwnResult | null): ExchangePatch[] {
  const { attacker, declaration, targets } = state;
  const after = own === null ? NOTHING_CARRIED : carriedAfter(state, own);
  return [
    ...carriedPatch(attacker.participant, declaration.carried ?? NOTHING_CARRIED, after),
    ...targets.flatMap(({ side, answer, carried }) => {
      if (carried === undefined || answer?.kind !== "reaction") return [];
      const lists = answer.parts?.map(({ modifiers }) => modifiers) ?? [answer.modifiers];
      const footwork = carried.footwork === null ? null : { ...carried.footwork, dice: Math.max(0, carried.footwork.dice - lists.reduce((sum, list) => sum + footworkUsed(list), 0)) };
      return carriedPatch(side.participant, carried, { ...carried, aim: null, footwork });
    }),
  ];
}

function footworkUsed(modifiers: readonly Modifier[]): number {
  return modifiers.reduce((sum, { key, enabled, value }) => (key === "footwork" && enabled ? sum + value : sum), 0);
}

function carriedPatch(participant: Participant, before: Carried, after: Carried): ExchangePatch[] {
  if (participant.combatant === null) return [];
  const combatant = { kind: "combatant" } as const;
  return [...patch(participant, combatant, "system.aim", before.aim, after.aim), ...patch(participant, combatant, "system.footwork", before.footwork, after.footwork)];
}

/** The top that evades somebody else gives ground combat up at once (Dramatic Scenes, Ground Combat). */
function yieldedPatch({ side: { participant }, answer }: TargetState): ExchangePatch[] {
  if (answer?.kind !== "reaction" || !reactionTags(answer.maneuver).has("evasion")) return [];
  const { yields = null } = answer;
  if (yields === null || participant.combatant === null || yields.bottom.combatant === null) return [];
  const between = [participant.combatant, yields.bottom.combatant].sort() as [string, string];
  return patch(participant, { kind: "engagement", between }, `system.engagements.${between[0]}_${between[1]}`, yields.engagement, { range: FREED_RANGE, grapple: null, ground: null, hold: null });
}

/** Ticks of both sides: costs, what tables of results add or save, and what stumbling costs besides. */
function ticksOf(state: ExchangeState, { bodies }: Trace, own: OwnResult | null): ExchangeTicks[] {
  if (state.tick === null) return [];
  const { attacker, declaration, targets } = state;
  const delays = new Map(bodies.all().map(({ participant, delay }) => [participant.actor, delay]));
  const lateBy = (actor: string): number => {
    const ticks = delays.get(actor) ?? 0;
    delays.delete(actor);
    return ticks;
  };
  const printed = declaration.cost + (own?.reading?.ticks ?? 0);
  const acting: ExchangeTicks = { participant: attacker.participant, kind: "act", cost: (declaration.cost === 0 ? 0 : Math.max(1, printed)) + lateBy(attacker.participant.actor) };
  const answering = targets.flatMap(({ side, answer }): ExchangeTicks[] => {
    const cost = answer?.kind === "reaction" ? answer.cost : null;
    const delay = lateBy(side.participant.actor);
    return cost === null && delay === 0 ? [] : [{ participant: side.participant, kind: "react", cost: (cost ?? 0) + delay }];
  });
  return [acting, ...answering];
}
