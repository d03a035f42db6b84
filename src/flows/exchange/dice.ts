import { FatewalkerRoll } from "../../dice/roll";
import type { Face } from "../../rules/dice/types";
import type { ExchangeState, Participant, RollRequest } from "../../rules/exchange/types";
import { requestedDice } from "../../rules/exchange/journal";
import { nextRolls, supply } from "../../rules/exchange/resolve";
import { staysWithGM } from "../../rules/exchange/public";
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
  return { whisper: (game.users?.filter(({ isGM }) => isGM) ?? []).map(({ id }) => String(id)), blind: false };
}

/** Dice in 3D where a module shows them, as the roller's own. Nothing waits for it. */
function show(roll: FatewalkerRoll, participant: Participant, { whisper, blind }: Audience): void {
  const { dice3d } = game as unknown as { dice3d?: Dice3D };
  const user = userOf(participant);
  if (dice3d && user) void dice3d.showForRoll(roll, user, true, whisper.length > 0 ? [...whisper] : null, blind);
}

const rollerOf = (state: ExchangeState, { roller }: RollRequest): Participant => (roller === "attacker" ? state.attacker.participant : (state.targets[roller]?.side.participant ?? state.attacker.participant));

/**
 * Throws the dice that a request asks for. Faces that were thrown for it before are used again; only dice that there
 * were none of are thrown anew.
 */
async function throwDice(state: ExchangeState, request: RollRequest, kept: readonly Face[], audience: Audience): Promise<Face[]> {
  const needed = requestedDice(request);
  if (kept.length >= needed) return kept.slice(0, needed);
  const roll = rollFor(request);
  await roll.evaluate({ allowInteractive: false });
  const faces = roll.faces.map((face, index) => kept[index] ?? face);
  if (kept.length === 0) show(roll, rollerOf(state, request), audienceOf(state, request, audience));
  return faces;
}

/**
 * Rolls an answered exchange to its end, with the dice that it already has and new ones for the rest.
 * @param asks after each throw: true where somebody is asked first whether the dice may lie; then it stops there
 */
export async function rollOut(state: ExchangeState, kept: Readonly<Record<string, readonly Face[]>>, audience: Audience, asks: (state: ExchangeState) => boolean = () => false): Promise<ExchangeState> {
  let current = state;
  for (let requests = nextRolls(current); requests.length > 0; requests = nextRolls(current)) {
    const faces: Record<string, readonly Face[]> = {};
    for (const request of requests) faces[request.id] = await throwDice(current, request, kept[request.id] ?? [], audience);
    current = supply(current, faces);
    if (asks(current)) return { ...current, phase: "answering" };
  }
  return current;
}
