import { isCommitter, writeNow } from "../commit/commit";
import { seeTo } from "../commit/in-turn";
import { combatantOf, participantOfToken } from "../exchange/participants";
import { metresPerUnit } from "../../helpers/units";
import { say } from "../../helpers/text";
import { movementNow, stretchNow, wayLeft, WAY_PATH } from "./read";
import { isRunUp } from "./run-up";
import { goWay } from "./way";
import { declareDeed, shootersAt, wasOffered } from "../moment/deed-card";
import { participantOf } from "../clock/address";
import { FREE_METRES } from "../../rules/movement/pace";

interface Place {
  readonly x: number;
  readonly y: number;
  readonly elevation: number;
}

/** Where each token stood when this client last looked. */
const places = new WeakMap<TokenDocument.Implementation, Place>();

const placeOf = ({ x, y, elevation }: TokenDocument.Implementation): Place => ({ x, y, elevation });

/** Metres between two places of one scene, height included. */
function metresBetween(from: Place, to: Place, { size, distance, units }: Scene.Implementation["grid"]): number {
  const unit = metresPerUnit(units);
  const perPixel = (distance / size) * unit;
  return Math.round(Math.hypot((to.x - from.x) * perPixel, (to.y - from.y) * perPixel, (to.elevation - from.elevation) * unit) * 10) / 10;
}

/** What was dragged is taken off what the mover may go; too much is nobody's to forbid, but the GM is told. */
async function noteWay(token: TokenDocument.Implementation, metres: number): Promise<void> {
  const participant = participantOfToken(token);
  const combatant = participant === null ? null : combatantOf(participant);
  if (combatant === null || (combatant.combat?.round ?? 0) < 1) return;
  const movement = movementNow(combatant);
  const before = wayLeft(combatant);
  const { way, beyond } = goWay(metres, before, stretchNow(combatant));
  if (beyond > 0) {
    const key = movement === null ? "FATEWALKER.Move.BeyondAtRest" : "FATEWALKER.Move.Beyond";
    ui.notifications?.warn(say(key, { name: token.name, metres, beyond }));
  }
  if (way !== before) await writeNow([{ action: "update", uuid: combatant.uuid, changes: { [WAY_PATH]: way } }]);
  if (movement !== null && metres > FREE_METRES) await offerShots(combatant, movement.startedAt);
}

/** Whoever moves on comes into what others cover with fire: each has a shot at it, one for each segment (Actions and Maneuvers, Full Auto). */
async function offerShots(combatant: Combatant.Implementation, segment: number): Promise<void> {
  const { combat, id, actor } = combatant;
  const participant = participantOf(combatant);
  const author = game.user;
  if (combat === null || id === null || actor === null || participant === null || author === null || wasOffered(combatant, segment)) return;
  const wish = { op: "move" as const, author, subject: { participant, actor }, args: { deed: "pass" }, nonce: foundry.utils.randomID(), message: "" };
  await declareDeed(combat, wish, { name: say("FATEWALKER.Move.UnderFire"), watchers: shootersAt(combat, id) });
}

function onUpdate(token: TokenDocument.Implementation): void {
  const before = places.get(token);
  const now = placeOf(token);
  places.set(token, now);
  const scene = token.parent;
  if (before === undefined || scene === null || !isCommitter()) return;
  const metres = metresBetween(before, now, scene.grid);
  if (metres <= 0) return;
  // When its turn has come the ledger of a run, written in this very commit, tells of it.
  seeTo(async () => (isRunUp(token, before, now) ? undefined : noteWay(token, metres)));
}

/** Listens for tokens that are moved on their scenes; at ready. */
export function watchDrags(): void {
  for (const scene of game.scenes?.contents ?? []) for (const token of scene.tokens) places.set(token, placeOf(token));
  Hooks.on("createToken", (token: TokenDocument.Implementation) => void places.set(token, placeOf(token)));
  Hooks.on("updateToken", (token: TokenDocument.Implementation) => onUpdate(token));
}
