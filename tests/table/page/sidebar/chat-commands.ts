import { host } from "../host";
import type { PlainObject } from "../plain";

/** What a line typed into the chat asks for. https://foundryvtt.com/article/chat/ */
export type ChatCommand =
  | { kind: "roll"; mode: string; formula: string; flavor: string }
  | { kind: "whisper"; names: string[]; text: string }
  | { kind: "message"; style: "ic" | "ooc" | "emote" | "plain"; text: string }
  | { kind: "unknown"; command: string };

const ROLL_MODES: Record<string, string> = {
  r: "roll", roll: "roll", pr: "publicroll", publicroll: "publicroll", gmr: "gmroll", gmroll: "gmroll", br: "blindroll", blindroll: "blindroll", broll: "blindroll", sr: "selfroll", selfroll: "selfroll",
};

export function parseChatCommand(line: string): ChatCommand {
  const text = line.trim();
  const match = /^\/(\w+)(?:\s+([\s\S]*))?$/.exec(text);
  if (!match) return { kind: "message", style: "plain", text };
  const [, rawCommand = "", rest = ""] = match;
  const command = rawCommand.toLowerCase();
  const mode = ROLL_MODES[command];
  if (mode) {
    const [formula = "", ...flavor] = rest.split("#");
    return { kind: "roll", mode, formula: formula.trim(), flavor: flavor.join("#").trim() };
  }
  if (command === "w" || command === "whisper") {
    const target = /^\[([^\]]+)\]\s*([\s\S]*)$/.exec(rest) ?? /^(\S+)\s*([\s\S]*)$/.exec(rest);
    const names = (target?.[1] ?? "").split(",").map((name) => name.trim()).filter(Boolean);
    return { kind: "whisper", names, text: target?.[2] ?? "" };
  }
  if (command === "gm" || command === "players") return { kind: "whisper", names: [command], text: rest };
  if (command === "ic" || command === "ooc") return { kind: "message", style: command, text: rest };
  if (command === "em" || command === "me" || command === "emote") return { kind: "message", style: "emote", text: rest };
  return { kind: "unknown", command: rawCommand };
}

/** Users that a name of a whisper means: a user's name, a character's name, `gm`, `players`. */
export function whisperRecipients(name: string): string[] {
  const wanted = name.toLowerCase();
  const users = host.game.users.contents;
  const chosen = users.filter((user) => {
    if (wanted === "gm" || wanted === "dm") return user.isGM;
    if (wanted === "players") return !user.isGM;
    return user.name.toLowerCase() === wanted || user.character?.name.toLowerCase() === wanted;
  });
  return chosen.flatMap((user) => (user.id ? [user.id] : []));
}

export function paragraphs(text: string): string {
  return text.replace(/[&<>]/g, (character) => `&#${character.charCodeAt(0)};`).replace(/\n/g, "<br>");
}

/** Roll data of the speaker. */
export function speakerRollData(): PlainObject {
  const tokens = host.canvas.tokens as { controlled?: { actor: unknown }[] } | undefined;
  const actor: unknown = tokens?.controlled?.[0]?.actor ?? host.game.user.character;
  if (typeof actor !== "object" || actor === null) return {};
  const read: unknown = Reflect.get(actor, "getRollData");
  return typeof read === "function" ? ((read as () => PlainObject).call(actor) ?? {}) : {};
}
