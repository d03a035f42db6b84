import { count, list, measure, record, text } from "../../data/message/read";
import { gmIds } from "../../helpers/gms";
import { say } from "../../helpers/text";
import { imageOf } from "../clock/initiative-card";
import { participantOf } from "../clock/address";
import type { DocumentChange } from "../commit/types";
import { hidesNumbers } from "../exchange/card";
import { isUnseen } from "../exchange/participants";
import { together, type EventLine, type ToldLine } from "./lines";

const TEMPLATE = "systems/fatewalker/templates/hud/event-card.hbs";

/** May players read of this? Not of hidden ones, nor of creatures whose numbers are the GM's own. */
export function isSecret({ who, secret }: EventLine): boolean {
  if (secret !== undefined) return secret;
  if (who === null) return false;
  const participant = participantOf(who);
  return who.hidden || (participant !== null && (isUnseen(participant) || hidesNumbers(participant)));
}

function lineView(line: ToldLine): object {
  const { tick, until, who, key, data, amount, dice } = line;
  const name = who?.name ?? "";
  return {
    tick: tick === until ? String(tick) : `${tick}–${until}`,
    img: who === null ? null : imageOf(who),
    text: say(key, { name, amount: amount ?? 0, ...data }),
    dice: dice?.faces.map((face) => ({ face, hit: face <= dice.tn })) ?? [],
  };
}

interface Audience {
  readonly whisper: readonly string[];
}

const render = (lines: readonly ToldLine[]): Promise<string> => foundry.applications.handlebars.renderTemplate(TEMPLATE, { lines: lines.map(lineView) });

/** A fixed place for the card in the commit: undone with it, there again when it is redone, never made twice. */
async function card(lines: readonly ToldLine[], { whisper }: Audience, flags: Readonly<Record<string, unknown>> = {}): Promise<DocumentChange[]> {
  if (lines.length === 0) return [];
  return [{
    action: "create", documentName: "ChatMessage", parent: null,
    source: { _id: foundry.utils.randomID(), author: game.user?.id, speaker: { alias: say("FATEWALKER.Event.Card") }, content: await render(lines), whisper: [...whisper], flags: { fatewalker: { events: true, ...flags } } },
  }];
}

/** Ways that somebody has gone, as a card of them remembers it. */
interface Walk {
  readonly id: string;
  readonly key: string;
  readonly tick: number;
  readonly until: number;
  readonly amount: number;
}

const isWalk = ({ key }: EventLine): boolean => key.startsWith("FATEWALKER.Move.Covers.");

function readWalk(value: unknown): Walk | null {
  const source = record(value);
  const key = text(source.key);
  return key === "" ? null : { id: text(source.id), key, tick: count(source.tick), until: count(source.until), amount: measure(source.amount) };
}

/** What is said in the chat, leaving out what waits for the GM and what only the record of the fight holds. */
const isSaid = (message: ChatMessage.Implementation): boolean => !["intent", "ledger"].includes(message.type as string);

/** The card of ways that stands last in the chat for the same people: more of the same is counted on there. */
function openWalks(combat: Combat.Implementation, { whisper }: Audience): { readonly message: ChatMessage.Implementation; readonly walks: readonly Walk[] } | null {
  const last = (game.messages?.contents ?? []).filter(isSaid).at(-1);
  const flags = record(record(last?.flags).fatewalker);
  if (last === undefined || flags.fight !== combat.id || last.whisper.length !== whisper.length) return null;
  return { message: last, walks: list(readWalk, flags.walks) };
}

/** Whoever runs on is told of on one card that counts on, not on one for every segment. */
async function walkCard(combat: Combat.Implementation, lines: readonly ToldLine[], audience: Audience): Promise<DocumentChange[]> {
  if (lines.length === 0) return [];
  const before = openWalks(combat, audience);
  const walks = [...(before?.walks ?? [])];
  for (const { who, key, tick, until, amount = 0 } of lines) {
    const id = who?.id ?? "";
    const index = walks.findIndex((walk) => walk.id === id && walk.key === key);
    const same = walks[index];
    if (same === undefined) walks.push({ id, key, tick, until, amount });
    else walks[index] = { ...same, until, amount: Math.round((same.amount + amount) * 10) / 10 };
  }
  const told = walks.map(({ id, ...walk }): ToldLine => ({ ...walk, who: combat.combatants.get(id) ?? null }));
  if (before === null) return card(told, audience, { fight: combat.id, walks });
  return [{ action: "update", uuid: before.message.uuid, changes: { content: await render(told), "flags.fatewalker.walks": walks } }];
}

/** The cards of one commit: one for all, one for GMs about what only they may know; ways that were gone stand apart. */
export async function eventCards(combat: Combat.Implementation, lines: readonly EventLine[]): Promise<DocumentChange[]> {
  const told = together(lines);
  // Where more than ways is told, all of it stands on one card.
  const cards = (some: readonly ToldLine[], audience: Audience): Promise<DocumentChange[]> => (some.every(isWalk) ? walkCard(combat, some, audience) : card(some, audience));
  return [...(await cards(told.filter((line) => !isSecret(line)), { whisper: [] })), ...(await cards(told.filter(isSecret), { whisper: gmIds() }))];
}
