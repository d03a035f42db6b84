import { gmIds } from "../helpers/gms";

/** Who sees a message, whatever the Foundry in use calls it. */
export const MESSAGE_MODES = ["public", "gm", "blind", "self"] as const;
export type MessageMode = (typeof MESSAGE_MODES)[number];

/** V13 names its roll modes otherwise and keeps the person's choice in another setting. */
const ROLL_MODES: Readonly<Record<MessageMode, string>> = { public: "publicroll", gm: "gmroll", blind: "blindroll", self: "selfroll" };

const readCore = (key: string): unknown => {
  try {
    return game.settings?.get("core", key as "rollMode");
  } catch {
    return undefined;
  }
};

/** The mode that this person has chosen in the chat log. */
export function currentMode(): MessageMode {
  const chosen = game.release.generation >= 14 ? readCore("messageMode") : readCore("rollMode");
  return MESSAGE_MODES.find((mode) => mode === chosen || ROLL_MODES[mode] === chosen) ?? "public";
}

export const isMessageMode = (value: unknown): value is MessageMode => MESSAGE_MODES.some((mode) => mode === value);

/** Receivers of a message of this mode that `authorId` asked for: the fields of the message's source. */
export function audience(mode: MessageMode, authorId: string): { whisper: string[]; blind: boolean } {
  switch (mode) {
    case "public":
      return { whisper: [], blind: false };
    case "gm":
      return { whisper: [...new Set([...gmIds(), authorId])], blind: false };
    case "blind":
      return { whisper: gmIds(), blind: true };
    case "self":
      return { whisper: [authorId], blind: false };
  }
}
