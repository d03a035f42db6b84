import { rollCheck, type CheckRequest } from "../flows/checks";
import { answerRequest } from "../flows/checks/answer";
import { requestRolls, type AskedFor } from "../flows/checks/ask";
import { notifyRefusal } from "../flows/clock/refusals";
import { give } from "../flows/items/give";
import { fightText, recordText } from "../flows/log";
import { layAmbush, type AmbushPlan } from "../flows/moment/lay-ambush";
import { exportSource, fileText, importOnto, importText, transferFile } from "../flows/transfer";
import { say } from "../helpers/text";
import { correctedDocuments } from "../migrations/corrections";
import { runMigrations } from "../migrations/runner";
import { RuleError } from "../rules/errors";
import { OddsDialog, type OddsRequest } from "./dialogs/odds-dialog";
import { RequestDialog } from "./dialogs/request-dialog";
import { applyDamage, healBoxes, rest, treat } from "./healing-api";
import { useItem } from "./use-item";

interface UseOptions {
  /** Who does it; without, the selected token's actor, else the user's own character. */
  readonly actor?: Actor.Implementation;
  /** Straight on, without the dialog. */
  readonly fast?: boolean;
  /** What messages call the item. */
  readonly name?: string;
}

/** The actor that macros speak of: the first selected token's own (also an unlinked one's), else the user's character. */
function currentActor(): Actor.Implementation | null {
  const token = canvas?.tokens?.controlled.find((controlled) => controlled.actor !== null);
  return (token?.actor ?? game.user?.character ?? null) as Actor.Implementation | null;
}

/** An item of the actor by its key, else by its name. */
function itemOf(actor: Actor.Implementation, keyOrName: string): Item.Implementation | null {
  const items = actor.items.contents as Item.Implementation[];
  return items.find(({ system }) => system.key !== "" && system.key === keyOrName) ?? items.find(({ name }) => name === keyOrName) ?? null;
}

/**
 * What macros and other packages may call, at `game.system.api`. Names and meanings are kept from version to version.
 */
export const api = {
  /**
   * Uses an item of an actor: performs a maneuver, attacks with a weapon, puts armor on or off, switches a shield, opens
   * anything else. Says so where nobody is selected or the actor has no such item.
   * @param keyOrName  `system.key` of the item (`unarmed-martial-kick`) or its name
   */
  async use(keyOrName: string, { actor, fast = false, name = keyOrName }: UseOptions = {}): Promise<void> {
    const user = actor ?? currentActor();
    if (user === null) return void ui.notifications?.warn(say("FATEWALKER.Hotbar.NoActor"));
    const item = itemOf(user, keyOrName);
    if (item === null) return void ui.notifications?.warn(say("FATEWALKER.Hotbar.Missing", { actor: user.name, item: name }));
    await useItem(user, item, fast);
  },

  /**
   * Rolls Attribute(Skill) for an actor.
   * @param check  `{ attribute: "prowess", skill: "agility" }`
   * @param support  with `fast`: the skill that supports it for a point of Will, `stamina:` with the id of one of its leaves
   */
  async rollCheck(check: CheckRequest, { actor, fast = false, support = null }: UseOptions & { readonly support?: string | null } = {}): Promise<ChatMessage.Implementation | null> {
    const user = actor ?? currentActor();
    if (user !== null) return rollCheck(user, check, { fast, support });
    ui.notifications?.warn(say("FATEWALKER.Hotbar.NoActor"));
    return null;
  },

  /**
   * Asks for rolls (for GMs): each one's owner finds a button on a card in the chat. Without an argument it opens the window
   * to say whom and what for.
   * @param asked  `{ actors, check: { attribute: "awareness", skill: "observe" }, mode: "blind", rule: "best", text: "..." }`
   */
  async requestRoll(asked?: AskedFor): Promise<ChatMessage.Implementation | null> {
    try {
      if (asked !== undefined) return await requestRolls(asked);
      if (game.user?.isGM !== true) throw new RuleError("FATEWALKER.Error.OnlyGM");
      await new RequestDialog().render({ force: true });
    } catch (error) {
      if (!(error instanceof RuleError)) throw error;
      ui.notifications?.warn(say(error.key, error.data));
    }
    return null;
  },

  /** Rolls for one who was asked: what the button on the card does. Ids of the card's message and places on it, from 0. */
  answerRequest,

  /**
   * Damage by the GM's hand, in one commit that can be undone. Without an amount the window opens.
   * @param amount  points such as 5, or dice such as `3x3/3x1 @5`
   * @param options  `targets`: actors; without, the targeted or selected tokens. `type`, `stun`, `armor` and `shield` (count them),
   * `skipTemporary`
   */
  applyDamage,

  /** The same for boxes healed by the GM's hand: Mortal ones first, then stun, then X. */
  healBoxes,

  /**
   * A night's rest, a day on the road, or for GMs the end of a session, goal, story or scene. Without a kind the window opens.
   * @param kind  `night`, `travel`, `distanceRun`, `sceneEnd`, `session`, `immediateGoal`, `personalObjective`, `storyEnd`, `insteadOfAward`
   * @param options  `actors`: who rests; without, the selected ones. `night`: `{ sleep, place, facility, activity, heal }`. `forced`: a forced march
   */
  rest,

  /**
   * Treats somebody, or makes one more roll of a treatment that takes several. Without a procedure the window opens.
   * @param options  `healer` and `patient`: actors; without, the user's current actor and the first target. `procedure`: `firstAid`,
   * `stabilize`, `serum`, `caretaking`, `surgery`. `treatment`: choices such as `{ minutes, haste, facilityRating, medkit: "none" }`
   */
  treat,

  /**
   * Opens the odds calculator: by default the selected token (or the user's character) against the target. A player sees the
   * numbers of the own actors only; everybody else is plain numbers.
   */
  async odds({ attacker, defender }: OddsRequest = {}): Promise<void> {
    const [target] = game.user?.targets ?? [];
    await new OddsDialog({ attacker: attacker ?? currentActor(), defender: defender ?? (target?.actor as Actor.Implementation | null | undefined) ?? null }).render({ force: true });
  },

  /** Gives an actor a copy of an item; the same thing makes no second row. */
  give,

  /** Brings the world and its unlocked packs to the shape of this version, without asking; for the active GM's client. */
  migrate: runMigrations,

  /** What of the stored data no field could take while the world was loaded, document by document. */
  correctedDocuments,

  /** The text of a file with documents, as the system's own export writes it. */
  exportText: (documents: Parameters<typeof transferFile>[0]): string => fileText(transferFile(documents)),

  /** A document as a file holds it. */
  exportSource,

  /** Reads the text of a file and makes what it holds; what is there already is skipped, or done with as `decide` says. */
  importText,

  /** The record of a fight as JSON, for GMs: where everything stood before it, and every commit since. */
  fightLog: recordText,

  /** The log of a fight as a text in the reader's words, with what the reader may know. */
  fightText,

  /**
   * Lays an ambush into a fight, for GMs: who is surprised, whom each of them has noticed, the penalty in ticks, who has the free action.
   * @param plan  `{ surprised: [ids], noticed: { id: [ids] }, penalty: 10, free: id }`
   */
  async layAmbush(combat: Combat.Implementation, plan: AmbushPlan): Promise<void> {
    await notifyRefusal(combat, () => layAmbush(combat, plan));
  },

  /** Gives a document the content of a file with one document of the same type. */
  importOnto,
};

export type FatewalkerApi = typeof api;
