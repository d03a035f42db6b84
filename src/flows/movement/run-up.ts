import { exchangeOf } from "../../data/message";
import { text } from "../../data/message/read";
import { extendNow } from "../commit/commit";
import { allLedgers, findLedger } from "../commit/ledger";
import { findActor, findToken } from "../commit/write";
import { maneuverOnCard } from "../exchange/maneuver";
import { gapBetween } from "../exchange/measure";
import { makeIntent } from "../intents/make";
import type { Wish } from "../intents/types";
import { metresPerUnit } from "../../helpers/units";
import { RuleError } from "../../rules/errors";
import type { ExchangeMessageData, Participant } from "../../rules/exchange/types";
import { hasEffect } from "../../rules/maneuvers/effects";
import { isWayOf, placeBeside, type Footing, type Ground } from "../../rules/movement/beside";

/*
 * Whoever runs at somebody to strike ends at its side (Actions and Maneuvers, Charge). The run is paid with the ticks of the maneuver, so its token
 * needs no movement of its own: it is put there from the card, and goes back with the exchange.
 */

type Token = TokenDocument.Implementation;

interface RunUp {
  readonly mover: Token;
  readonly goal: Token;
  /** Whose token the goal is. */
  readonly aim: Participant;
  readonly scene: Scene.Implementation;
}

/** Whom a declared run was at, and who ran; null where the maneuver is no run, or both are not on one scene. */
function runOf({ attacker, maneuver, targets }: ExchangeMessageData): RunUp | null {
  const known = maneuverOnCard({ attacker, maneuver });
  const aim = targets.find(({ origin }) => origin === undefined)?.who.participant ?? null;
  const mover = findToken(attacker.participant.token);
  const goal = findToken(aim?.token ?? null);
  const scene = mover?.parent ?? null;
  return known !== null && hasEffect(known, "runDamage") && aim && mover && goal && scene !== null && scene === goal.parent ? { mover, goal, aim, scene } : null;
}

/** Is it further away than a space beside the other? */
function isApart(one: Participant, other: Participant, { grid: { distance, units } }: Scene.Implementation): boolean {
  const gap = gapBetween(one, other);
  return gap !== null && gap >= distance * metresPerUnit(units);
}

/** May this person put the token of whoever ran beside the one that it ran at? It has struck, and stands where it came from. */
export function offersRunUp(card: ExchangeMessageData): boolean {
  if (card.phase !== "applied" || card.ledger === null || !(game.user?.isGM === true || findActor(card.attacker.participant.actor)?.isOwner === true)) return false;
  const run = runOf(card);
  return run !== null && isApart(card.attacker.participant, run.aim, run.scene);
}

/** Asks the GM's client to put the token there. */
export async function submitRunUp(card: ExchangeMessageData, exchange: string): Promise<void> {
  await makeIntent("move", card.attacker.participant, { deed: "runUp", exchange });
}

function footing(token: Token): Footing {
  const { width, height } = token.getSize();
  return { x: token.x, y: token.y, width, height };
}

function groundAround(goal: Token, { grid }: Scene.Implementation): Ground {
  if (grid.isGridless) return { kind: "free" };
  if (grid.isSquare) return { kind: "square", size: grid.size };
  return { kind: "spaces", middles: grid.getAdjacentOffsets(grid.getOffset(goal.getCenterPoint())).map((space) => grid.getCenterPoint(space)) };
}

/**
 * Puts the token of whoever ran at somebody beside it, as part of the exchange: taken back and done again with it.
 * @throws RuleError when the exchange does not stand, was no run of the wisher's, or every place there is taken
 */
export async function fulfilRunUp({ subject, args }: Wish): Promise<void> {
  const card = exchangeOf(game.messages?.get(text(args.exchange)));
  const ledger = findLedger(card?.ledger);
  if (subject === null || card?.phase !== "applied" || ledger?.data.state !== "applied") throw new RuleError("FATEWALKER.Exchange.Gone");
  const run = card.attacker.participant.actor === subject.participant.actor ? runOf(card) : null;
  if (run === null) throw new RuleError("FATEWALKER.Move.NoRun");
  const { scene } = run;
  const others = scene.tokens.contents.filter(({ id }) => id !== run.mover.id && id !== run.goal.id);
  const place = placeBeside(footing(run.mover), footing(run.goal), others.map(footing), groundAround(run.goal, scene));
  if (place === null) throw new RuleError("FATEWALKER.Move.NoRoom", { name: run.goal.name });
  await extendNow(ledger, [{ action: "update", uuid: run.mover.uuid, changes: { ...place } }]);
}

/** Is this way of a token one that an exchange tells of, there or back? It is paid already. */
export function isRunUp(token: Token, from: { readonly x: number; readonly y: number }, to: { readonly x: number; readonly y: number }): boolean {
  return allLedgers().some(({ data }) => data.documents.some(({ uuid, patches }) => uuid === token.uuid && isWayOf(patches, from, to)));
}
