import type {
  ExchangeMessageData, ExchangeState, LedgerDocument, LedgerPatch, Participant, PublicDie, PublicOffer, PublicParticipant, PublicRoll, PublicTarget, ResolutionStep, RolledAgain, TargetState,
} from "../../rules/exchange/types";
import type { DamageDice, DamagePoints } from "../../rules/damage/types";
import type { Modifier, Position, Positions, RollChange } from "../../rules/modifiers/types";
import type { WoundPlacement } from "../../rules/wounds/types";
import { ATTRIBUTE_KEYS, DAMAGE_TYPES, STATUS_IDS } from "../../rules/keys";
import { EXCHANGE_PHASES, NO_ANSWER_REASONS } from "../../rules/exchange/types";
import { count, face, isRecord, list, measure, nullableCount, nullableText, oneOf, placeholders, record, text, truth, whole } from "./read";

const OUTCOMES = ["missed", "evaded", "hit", "noDamage"] as const satisfies readonly NonNullable<TargetState["outcome"]>[];
const SIDES = ["target", "attacker"] as const;

export function readParticipant(value: unknown): Participant | null {
  const source = record(value);
  const actor = text(source.actor);
  return actor === "" ? null : { actor, token: nullableText(source.token), combatant: nullableText(source.combatant) };
}

export function readPublicParticipant(value: unknown): PublicParticipant | null {
  const source = record(value);
  const participant = readParticipant(source.participant);
  return participant && { participant, name: text(source.name), img: text(source.img) };
}

export function readSpan(value: unknown): { from: number; to: number } | null {
  if (!isRecord(value)) return null;
  const from = nullableCount(value.from);
  const to = nullableCount(value.to);
  return from === null || to === null ? null : { from, to };
}

export function readNotice(value: unknown): ExchangeMessageData["notice"] {
  const source = record(value);
  const key = text(source.key);
  return key === "" ? null : { key, data: placeholders(source.data) };
}

function readDamageDice(value: unknown): DamageDice | null {
  return isRecord(value) ? { count: count(value.count), value: count(value.value) } : null;
}

function readPoints(value: unknown): DamagePoints {
  const source = record(value);
  return { ordinary: count(source.ordinary), penetrating: count(source.penetrating) };
}

function readPlacement(value: unknown): WoundPlacement {
  const source = record(value);
  return {
    temporary: count(source.temporary), normal: count(source.normal), stun: whole(source.stun),
    mortal: count(source.mortal), converted: count(source.converted), lost: count(source.lost),
  };
}

export function readStep(value: unknown): ResolutionStep | null {
  const source = record(value);
  const who = oneOf(SIDES, source.who) ?? "target";
  switch (source.kind) {
    case "attack":
      return { kind: "attack", successes: count(source.successes), hits: truth(source.hits) };
    case "answer":
      return { kind: "answer", successes: count(source.successes), net: whole(source.net), evaded: truth(source.evaded), cancels: truth(source.cancels) };
    case "promote":
      return { kind: "promote", by: whole(source.by), barrier: count(source.barrier), before: list(readDamageDice, source.before), after: list(readDamageDice, source.after) };
    case "shield": {
      const energy = record(source.energy);
      return {
        kind: "shield", triggered: truth(source.triggered), removed: list(readDamageDice, source.removed), prevented: count(source.prevented),
        energy: { before: count(energy.before), after: count(energy.after) }, after: list(readDamageDice, source.after),
      };
    }
    case "deflect":
      return { kind: "deflect", by: whole(source.by), type: oneOf(DAMAGE_TYPES, source.type) ?? "physical", after: list(readDamageDice, source.after) };
    case "damage":
      return { kind: "damage", tn: nullableCount(source.tn), flat: count(source.flat), points: readPoints(source.points) };
    case "parryDamage":
      return { kind: "parryDamage", taken: count(source.taken), left: readPoints(source.left) };
    case "absorb":
      return { kind: "absorb", taken: count(source.taken), left: count(source.left) };
    case "wounds":
      return { kind: "wounds", points: count(source.points), stun: truth(source.stun), placed: readPlacement(source.placed), who };
    case "bleeding":
      return { kind: "bleeding", interval: Math.max(1, count(source.interval)), who };
    case "consciousness":
      return { kind: "consciousness", successes: count(source.successes), stays: truth(source.stays), who };
    case "status": {
      const status = oneOf(STATUS_IDS, source.status);
      return status && { kind: "status", status, active: truth(source.active), who };
    }
    default:
      return readDeed(source, who);
  }
}

/** Steps of what a maneuver does beside its damage: falls, grips, counterblows. */
function readDeed(source: Readonly<Record<string, unknown>>, who: "target" | "attacker"): ResolutionStep | null {
  switch (source.kind) {
    case "area":
      return { kind: "area", distance: measure(source.distance), demotions: count(source.demotions), reached: truth(source.reached) };
    case "counter":
      return { kind: "counter", successes: count(source.successes), net: whole(source.net), hits: truth(source.hits), steps: list(readStep, source.steps) };
    case "engagement":
      return { kind: "engagement", range: nullableCount(source.range), positions: readPositions(source.positions) };
    case "moved":
      return { kind: "moved", who, metres: measure(source.metres) };
    case "leap":
      return { kind: "leap", successes: count(source.successes) };
    case "footing":
      return { kind: "footing", successes: count(source.successes), stays: truth(source.stays), delay: count(source.delay), who };
    case "fall":
      return { kind: "fall", points: count(source.points), who };
    case "delay":
      return { kind: "delay", ticks: whole(source.ticks), who };
    case "disarmed":
      return { kind: "disarmed", weapon: text(source.weapon), who };
    case "drained":
      return { kind: "drained", will: count(source.will), who };
    case "redirected":
      return { kind: "redirected", to: count(source.to), net: whole(source.net) };
    case "stray":
      return { kind: "stray", from: count(source.from) };
    case "power":
      return { kind: "power", name: text(source.name), text: text(source.text), data: placeholders(source.data), who, secret: truth(source.secret), ...(text(source.roll) === "" ? {} : { roll: text(source.roll) }) };
    default:
      return null;
  }
}

function readPosition(value: unknown): Position | null {
  if (!isRecord(value)) return null;
  const dominant = oneOf(SIDES, value.dominant);
  return dominant && { dominant, level: count(value.level) };
}

function readPositions(value: unknown): Positions {
  const source = record(value);
  return { grapple: readPosition(source.grapple), ground: readPosition(source.ground), hold: readPosition(source.hold) };
}

function readAnswer(value: unknown): PublicTarget["answer"] {
  const source = record(value);
  if (source.kind === "reaction") return { kind: "reaction", name: text(source.name), img: text(source.img), ticks: readSpan(source.ticks) };
  const kind = oneOf(["pending", "unaware", "none"] as const, source.kind);
  const why = oneOf(NO_ANSWER_REASONS, source.why);
  return kind && { kind, ...(why === null ? {} : { why }) };
}

export function readPublicTarget(value: unknown): PublicTarget | null {
  const source = record(value);
  const who = readPublicParticipant(source.who);
  const origin = oneOf(["redirected", "stray"] as const, source.origin);
  return who && { who, answer: readAnswer(source.answer), steps: list(readStep, source.steps), outcome: oneOf(OUTCOMES, source.outcome), ...(origin === null ? {} : { origin }) };
}

export function readPublicRoll(value: unknown): PublicRoll | null {
  const source = record(value);
  const id = text(source.id);
  if (id === "") return null;
  const custom = whole(source.custom);
  return {
    id,
    ...(custom === 0 ? {} : { custom }),
    roller: source.roller === "attacker" ? "attacker" : count(source.roller),
    kind: source.kind === "damage" ? "damage" : "pool",
    label: text(source.label),
    tn: nullableCount(source.tn),
    woundedTn: nullableCount(source.woundedTn),
    successes: count(source.successes),
    dice: list(readDie, source.dice),
    ...(Array.isArray(source.earlier) && source.earlier.length > 0 ? { earlier: list(readEarlier, source.earlier) } : {}),
  };
}

function readDie(value: unknown): PublicDie | null {
  if (!isRecord(value)) return null;
  return { face: face(value.face), wounded: truth(value.wounded), success: truth(value.success), value: count(value.value), penetrating: truth(value.penetrating) };
}

function readEarlier(value: unknown): NonNullable<PublicRoll["earlier"]>[number] | null {
  return isRecord(value) ? { power: text(value.power), successes: count(value.successes), dice: list(readDie, value.dice) } : null;
}

/** Somebody who is asked for a power. */
export function readOffer(value: unknown): PublicOffer | null {
  const source = record(value);
  const side = source.side === "attacker" ? "attacker" : nullableCount(source.side);
  const guard = readParticipant(source.guard);
  return side === null ? null : { side, key: text(source.key), ...(guard === null ? {} : { guard }) };
}

function readRule(value: unknown): RolledAgain["rule"] {
  const source = record(value);
  return { dice: source.dice === "failures" ? "failures" : "all", keep: source.keep === "better" ? "better" : "new" };
}

/** A time that a check was made again. */
export function readAgain(value: unknown): RolledAgain | null {
  const source = record(value);
  const key = text(source.key);
  return key === "" ? null : { key, name: text(source.name), rule: readRule(source.rule), faces: list(face, source.faces) };
}

/** What a power changes about a roll beside dice. */
function readChange(value: unknown): RollChange | null {
  const source = record(value);
  switch (source.kind) {
    case "targetNumber":
      return { kind: "targetNumber", bonus: count(source.bonus), most: count(source.most) };
    case "ignoreWounds":
      return { kind: "ignoreWounds", keeps: count(source.keeps) };
    case "predestined":
      return { kind: "predestined", named: count(source.named) };
    case "fateRoll": {
      const damage = record(source.damage);
      const share = source.refundShare;
      return { kind: "fateRoll", dice: count(source.dice), tn: count(source.tn), damage: { base: count(damage.base), perSuccess: count(damage.perSuccess), perFailure: count(damage.perFailure) }, refundShare: typeof share === "number" && Number.isFinite(share) ? share : null };
    }
    case "strike":
      return { kind: "strike", successes: count(source.successes), cancelsDefense: truth(source.cancelsDefense), damage: count(source.damage) };
    case "support": {
      const attribute = oneOf(ATTRIBUTE_KEYS, source.attribute);
      return attribute === null ? null : { kind: "support", attribute, branch: text(source.branch), tn: count(source.tn) };
    }
    default:
      return null;
  }
}

export function readPatch(value: unknown): LedgerPatch | null {
  const source = record(value);
  const path = text(source.path);
  return path === "" ? null : { path, before: source.before ?? null, after: source.after ?? null };
}

export function readLedgerDocument(value: unknown): LedgerDocument | null {
  const source = record(value);
  const uuid = text(source.uuid);
  const action = oneOf(["update", "create", "delete"] as const, source.action);
  return uuid === "" || action === null ? null : { uuid, action, patches: list(readPatch, source.patches) };
}

/**
 * The whole exchange of a ledger. Written by the GM's own client and never edited by hand: only its outline is looked at,
 * the rules check the rest when they go on with it.
 */
export function readExchangeState(value: unknown): ExchangeState | null {
  if (!isRecord(value)) return null;
  const sound = oneOf(EXCHANGE_PHASES, value.phase) !== null && isRecord(value.attacker) && isRecord(value.declaration) && Array.isArray(value.targets) && isRecord(value.rolls);
  return sound ? (value as unknown as ExchangeState) : null;
}

export function readModifier(value: unknown): Modifier | null {
  const source = record(value);
  const key = text(source.key);
  if (key === "") return null;
  const cost = record(source.cost);
  const will = count(cost.will);
  const fate = count(cost.fate);
  const change = readChange(source.change);
  return {
    key,
    source: (text(source.source) || "custom") as Modifier["source"],
    label: text(source.label),
    ...(isRecord(source.data) ? { data: placeholders(source.data) } : {}),
    value: whole(source.value),
    enabled: source.enabled !== false,
    optional: truth(source.optional),
    ...(will + fate > 0 ? { cost: { will, fate } } : {}),
    ...(change === null ? {} : { change }),
  };
}
