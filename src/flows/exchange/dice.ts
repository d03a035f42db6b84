import { FatewalkerRoll } from "../../dice/roll";
import { gmIds } from "../../helpers/gms";
import type { Face } from "../../rules/dice/types";
import type { ExchangeState, Participant, RollRequest } from "../../rules/exchange/types";
import { requestedDice } from "../../rules/exchange/journal";
import { nextRolls, supply } from "../../rules/exchange/resolve";
import { staysWithGM } from "../../rules/exchange/public";
import { rollerOf } from "../../rules/exchange/rollers";
import { MOST_ROLLS_SHOWN } from "../clock/initiative-card";
import { checkCommitter } from "../commit/commit";
import { findActor } from "../commit/write";
import { hidesNumbers } from "./card";

interface Dice3D {
  showForRoll(roll: Roll, user: User.Implementation, synchronize: boolean, whisper: string[] | null, blind: boolean): Promise<boolean>;
}

/** Who else sees the dice roll: null for all. */
export interface Audience {
  readonly whisper: readonly string[];
  readonly blind: boolean;
}

const rollFor = ({ roll }: RollRequest): FatewalkerRoll => (roll.kind === "pool" ? FatewalkerRoll.fromPool(roll.pool) : FatewalkerRoll.fromDamage(roll.pool));

/** The person whose dice these are: a player who owns the roller and is here, else this GM. */
function userOf(participant: Participant): User.Implementation | null {
  const actor = findActor(participant.actor);
  const owner = actor ? game.users?.find((user) => user.active && !user.isGM && actor.testUserPermission(user, "OWNER")) : undefined;
  return owner ?? game.user;
}

/** Who sees these dice fall: whoever sees the card, but of what it leaves out the GMs alone. */
function audienceOf(state: ExchangeState, request: RollRequest, whole: Audience): Audience {
  if (!staysWithGM(state, request, hidesNumbers)) return whole;
  return { whisper: gmIds(), blind: false };
}

/** Longest that anything waits for dice in 3D, in milliseconds: a module that never says that they lie holds no fight up. */
const LONGEST_FALL = 6_000;

const diceModule = (): Dice3D | null => (game as unknown as { dice3d?: Dice3D }).dice3d ?? null;

/** Do dice fall in 3D here? Then people go on between a throw and what comes of it. */
export const diceFall = (): boolean => diceModule() !== null;

/** Dice in 3D where a module shows them, as the roller's own. @returns when they lie there */
async function show(roll: FatewalkerRoll, participant: Participant, { whisper, blind }: Audience): Promise<void> {
  const user = userOf(participant);
  if (user === null) return;
  try {
    await diceModule()?.showForRoll(roll, user, true, whisper.length > 0 ? [...whisper] : null, blind);
  } catch (error) {
    // The dice count, whether or not a module could show them.
    console.warn(error);
  }
}

/** Waits until dice lie on the screens, but not for ever. */
async function lie(falls: readonly Promise<void>[]): Promise<void> {
  if (falls.length === 0 || !diceFall()) return;
  let timer: ReturnType<typeof setTimeout> | undefined;
  await Promise.race([Promise.all(falls), new Promise((resolve) => { timer = setTimeout(resolve, LONGEST_FALL); })]);
  clearTimeout(timer);
}

/**
 * Throws the dice that a request asks for. Faces that were thrown for it before are used again; only dice that there
 * were none of are thrown anew, and shown.
 */
async function throwDice(request: RollRequest, kept: readonly Face[], shown: (roll: FatewalkerRoll) => void): Promise<Face[]> {
  const needed = requestedDice(request);
  if (kept.length >= needed) return kept.slice(0, needed);
  const roll = rollFor(request);
  await roll.evaluate({ allowInteractive: false });
  const faces = roll.faces.map((face, index) => kept[index] ?? face);
  if (kept.length === 0) shown(roll);
  return faces;
}

/**
 * Rolls an answered exchange to its end, with the dice that it already has and new ones for the rest; those of each step
 * lie on the screens before the next are thrown, and before anything comes of them.
 * @throws SeatLost when another window has gone on with it while the dice fell
 * @param asks after each throw: true where somebody is asked first whether the dice may lie; then it stops there
 */
export async function rollOut(state: ExchangeState, kept: Readonly<Record<string, readonly Face[]>>, audience: Audience, asks: (state: ExchangeState) => boolean = () => false): Promise<ExchangeState> {
  let current = state;
  for (let requests = nextRolls(current); requests.length > 0; requests = nextRolls(current)) {
    const faces: Record<string, readonly Face[]> = {};
    const falls: Promise<void>[] = [];
    const before = current;
    for (const request of requests) {
      faces[request.id] = await throwDice(request, kept[request.id] ?? [], (roll) => {
        if (requests.length <= MOST_ROLLS_SHOWN) falls.push(show(roll, rollerOf(before, request), audienceOf(before, request, audience)));
      });
    }
    await lie(falls);
    checkCommitter();
    current = supply(current, faces);
    if (asks(current)) return { ...current, phase: "answering" };
  }
  return current;
}
