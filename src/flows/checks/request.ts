import { checkOf, isByGM } from "../../data/message";
import { isRecord, list, nullableCount, nullableText, oneOf, record, text, whole } from "../../data/message/read";
import { readParticipant } from "../../data/message/read-exchange";
import type { MessageMode } from "../../compat/message-modes";
import { REQUEST_RULES, requestOutcome, type AskedRoll, type RequestOutcome, type RequestRule } from "../../rules/checks/request";
import type { Participant } from "../../rules/exchange/types";
import { ATTRIBUTE_KEYS } from "../../rules/keys";
import { findActor } from "../commit/write";
import { readCheck } from "../powers/check-outcome";
import type { CheckRequest } from "./index";

/** Who may see the rolls that a request asks for: everyone, the roller and the GMs, or the GMs alone. */
export const REQUEST_MODES = ["public", "gm", "blind"] as const satisfies readonly MessageMode[];
export type RequestMode = (typeof REQUEST_MODES)[number];

/** One who is asked. Whoever is hidden stands on the card as somebody, and by name in a message to the GMs. */
export interface AskedEntry {
  /** Null: known to the GMs alone. */
  readonly participant: Participant | null;
  readonly name: string;
  readonly img: string;
}

/** What is kept of an answer: the message that holds its dice, and its successes where everybody may know them. */
export interface AskedResult {
  readonly message: string;
  readonly successes: number | null;
}

/**
 * A request for rolls, as the plain message of a GM carries it in `flags.fatewalker.request`. Answers are messages of type
 * `check` with `flags.fatewalker.asked`; the active GM's client notes them here, once for everyone who was asked.
 */
export interface RollRequest {
  readonly check: CheckRequest;
  readonly mode: RequestMode;
  readonly rule: RequestRule;
  /** What the GM says to it. */
  readonly text: string;
  readonly entries: readonly AskedEntry[];
  /** By place in `entries`. */
  readonly results: Readonly<Record<string, AskedResult>>;
}

const flagsOf = (message: ChatMessage.Implementation): Readonly<Record<string, unknown>> =>
  record(record((message as unknown as { readonly flags?: unknown }).flags).fatewalker);

function readAsked(value: unknown): CheckRequest | null {
  const source = record(value);
  const attribute = oneOf(ATTRIBUTE_KEYS, source.attribute);
  if (attribute === null) return null;
  const tn = nullableCount(source.tn);
  const title = text(source.title);
  const modifier = whole(source.modifier);
  return { attribute, skill: nullableText(source.skill), ...(tn === null ? {} : { tn }), ...(title === "" ? {} : { title }), ...(modifier === 0 ? {} : { modifier }) };
}

function readEntry(value: unknown): AskedEntry | null {
  if (!isRecord(value)) return null;
  return { participant: readParticipant(value.participant), name: text(value.name), img: text(value.img) };
}

function readResults(value: unknown): Record<string, AskedResult> {
  return Object.fromEntries(Object.entries(record(value)).flatMap(([index, entry]) => {
    const { message, successes } = record(entry);
    return nullableText(message) === null ? [] : [[index, { message: text(message), successes: nullableCount(successes) }] as const];
  }));
}

/** The request in a message; null for everything else, and for what no GM wrote. */
export function requestOf(message: ChatMessage.Implementation | null | undefined): RollRequest | null {
  const source = message ? flagsOf(message).request : null;
  if (!message || !isRecord(source) || !isByGM(message)) return null;
  const check = readAsked(source.check);
  if (check === null) return null;
  return {
    check,
    mode: oneOf(REQUEST_MODES, source.mode) ?? "public",
    rule: oneOf(REQUEST_RULES, source.rule) ?? "each",
    text: text(source.text),
    entries: list(readEntry, source.entries),
    results: readResults(source.results),
  };
}

/** Which request a check answers, and for whom of it; null for every other message. */
export function askedOf(message: ChatMessage.Implementation): { readonly request: string; readonly index: number } | null {
  const { request, index } = record(flagsOf(message).asked);
  const place = nullableCount(index);
  return nullableText(request) === null || place === null || checkOf(message) === null ? null : { request: text(request), index: place };
}

/** Those who are hidden, by place in the request: from the message that only GMs read. */
function hiddenEntries(id: string): Readonly<Record<string, unknown>> {
  for (const message of game.messages?.contents ?? []) {
    const source = record(flagsOf(message).requestHidden);
    if (source.request === id && isByGM(message)) return record(source.entries);
  }
  return {};
}

/** The one whom a place of a request stands for, as far as this person may know. */
export function entryOf(message: ChatMessage.Implementation, request: RollRequest, index: number): AskedEntry | null {
  const entry = request.entries[index];
  if (entry === undefined) return null;
  return entry.participant === null && game.user?.isGM === true ? (readEntry(hiddenEntries(message.id ?? "")[String(index)]) ?? entry) : entry;
}

/** May this person roll for the one at a place? Any owner may, whosever character it is. */
export function mayAnswer(entry: AskedEntry | null, user: User.Implementation | null = game.user as User.Implementation | null): boolean {
  const actor = entry?.participant ? findActor(entry.participant.actor) : null;
  return actor !== null && user !== null && actor.testUserPermission(user, "OWNER");
}

/** Does a check answer a place of a request: made for the one who was asked, by an owner, with the roll that was asked for? */
function isAnswerTo(request: RollRequest, entry: AskedEntry | null, message: ChatMessage.Implementation): boolean {
  const check = checkOf(message);
  const author = message.author as User.Implementation | null;
  if (check === null || author === null || entry === null || !mayAnswer(entry, author)) return false;
  return check.participant?.actor === entry.participant?.actor && check.attribute === request.check.attribute && check.skill === request.check.skill;
}

/** Successes of a check with all that powers made of it; null where its dice do not fit what it says of itself. */
export const successesOf = (message: ChatMessage.Implementation): number | null => readCheck(message)?.outcome.roll.successes ?? null;

/** The first answer for a place among the messages, noted or not. */
export function firstAnswer(message: ChatMessage.Implementation, request: RollRequest, index: number): ChatMessage.Implementation | null {
  const entry = entryOf(message, request, index);
  const answers = (game.messages?.contents ?? []).filter((candidate) => {
    const asked = askedOf(candidate);
    return asked?.request === message.id && asked.index === index && isAnswerTo(request, entry, candidate);
  });
  answers.sort((one, other) => one.timestamp - other.timestamp);
  return answers[0] ?? null;
}

/** The message that answers a place of a request: the one that was noted, else the first; null: there is none any more. */
export function answerOf(message: ChatMessage.Implementation, request: RollRequest, index: number): ChatMessage.Implementation | null {
  const noted = request.results[String(index)];
  return noted === undefined ? firstAnswer(message, request, index) : (game.messages?.get(noted.message) ?? null);
}

/** May this person know how many successes a roll has: was everybody told, or is the message that holds it this person's to read? */
export function maySee(message: ChatMessage.Implementation, user: User.Implementation): boolean {
  const asked = askedOf(message);
  const noted = asked === null ? undefined : requestOf(game.messages?.get(asked.request))?.results[String(asked.index)];
  if (user.isGM || (noted?.message === message.id && noted?.successes !== null)) return true;
  const whisper = message.whisper.map((id) => String(id));
  return whisper.length === 0 ? !message.blind : whisper.includes(user.id ?? "") || (!message.blind && message.author?.id === user.id);
}

/** A roll of a request as this person may know it. */
export function askedRoll(message: ChatMessage.Implementation, request: RollRequest, index: number): AskedRoll {
  const noted = request.results[String(index)];
  if (noted !== undefined && noted.successes !== null) return { kind: "rolled", successes: noted.successes };
  const answer = answerOf(message, request, index);
  if (answer === null) return noted === undefined ? { kind: "open" } : { kind: "secret" };
  const successes = answer.isContentVisible ? successesOf(answer) : null;
  return successes === null ? { kind: "secret" } : { kind: "rolled", successes };
}

/** All rolls of a request and what they come to, as this person may know it. */
export function seenRequest(message: ChatMessage.Implementation, request: RollRequest): { readonly rolls: readonly AskedRoll[]; readonly outcome: RequestOutcome } {
  const rolls = request.entries.map((_entry, index) => askedRoll(message, request, index));
  return { rolls, outcome: requestOutcome(request.rule, rolls) };
}
