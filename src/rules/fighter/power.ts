import type { AttributeKey, Theme } from "../keys";

/** A number of dice, or the Fate rating. */
export type PowerDice = number | "fateRating";

/**
 * One thing that a power does. `paid`: only when the cost is paid; otherwise always. `packs/README.md` explains every kind.
 */
export type PowerEffect = { readonly paid: boolean } & (
  /** Points of damage ignored before it is marked. */
  | { readonly kind: "ignoreDamage"; readonly points: number }
  /** Dice on a roll: `within` ticks of the use, null: on the roll that it is used for. */
  | {
      readonly kind: "bonusDice";
      readonly dice: PowerDice;
      readonly on: "any" | "healing" | "defense" | "secondarySkill" | "nextAction";
      readonly who: "self" | "selfOrAlly" | "party";
      readonly within: number | null;
    }
  /** When the track is used up its boxes may be turned into this mark; winning one back takes `recovery` points. */
  | { readonly kind: "marks"; readonly mark: "fatigue" | "exhaustion" | "apathy"; readonly recovery: number }
  /** These cost no Will. */
  | { readonly kind: "waives"; readonly costs: readonly ("combat" | "sprint" | "forcedMarch")[] }
  | { readonly kind: "trackBoxes"; readonly track: "will" | "fate"; readonly boxes: number }
  | { readonly kind: "delayBleeding"; readonly ticks: number }
  /** Penalty dice that do not count: of wounds, or of surroundings and circumstances outside a fight. */
  | { readonly kind: "ignorePenalty"; readonly of: "wounds" | "situation"; readonly points: number | "all"; readonly combat: boolean; readonly lasts: "always" | "action" }
  | { readonly kind: "recovery"; readonly track: "will" | "fate"; readonly per: "day" | "session"; readonly points: number }
  /** What a night without sleep costs. */
  | { readonly kind: "nightAwake"; readonly will: number }
  | { readonly kind: "freePoints"; readonly track: "will" | "fate"; readonly points: number; readonly per: "scene" }
  | { readonly kind: "reroll"; readonly whose: "own" | "opponent"; readonly dice: "all" | "failures"; readonly keep: "new" | "better" }
  /** Points won in place of one Story Point award. */
  | { readonly kind: "insteadOfAward"; readonly track: "fate"; readonly points: number }
  /** Dice of every hostile action against the one who has it. */
  | { readonly kind: "hostileActions"; readonly dice: number }
  /** After a Normal Wound: dice of the next attack within `ticks`, and of defence until then. */
  | { readonly kind: "berserk"; readonly attack: number; readonly defense: number; readonly ticks: number }
  | { readonly kind: "gain"; readonly track: "will" | "fate"; readonly points: number }
  /**
   * The Fate rating is rolled at `tn` beside the action (or each attack on the target), its successes are added. The user takes
   * (`damage.base` - `damage.perSuccess` x successes + `damage.perFailure` x failures) points, at least 0. From `refundShare` of
   * the dice, rounded up, the cost may come back; null: never.
   */
  | {
      readonly kind: "fateRoll";
      readonly tn: number;
      readonly on: "action" | "attacksOnTarget";
      readonly damage: { readonly base: number; readonly perSuccess: number; readonly perFailure: number };
      readonly refundShare: number | null;
    }
  /** A question to the GM: the Fate rating at `tn`, against Will at `against` where it is contested; each row from so many successes. */
  | {
      readonly kind: "question";
      readonly tn: number;
      readonly against: number | null;
      readonly answers: readonly { readonly count: "own" | "net"; readonly successes: number; readonly answer: QuestionAnswer }[];
      /** Successes of the subject from which it notices; null: nobody notices. */
      readonly noticed: number | null;
    }
  /** Will may be spent as Fate and Fate as Will on rolls against one enemy until the fight is over. */
  | { readonly kind: "exchangeTracks" }
  /** A chosen enemy takes the damage that the user takes, for one scene. */
  | { readonly kind: "sharedDamage"; readonly lasts: "scene" }
  | { readonly kind: "attributePoints"; readonly perPoint: number; readonly combat: boolean; readonly lasts: "scene" }
  | { readonly kind: "apathyRecovery"; readonly points: number }
  /** Branches, and not leaves alone, may be called on for support. */
  | { readonly kind: "branchSupport" }
  /** Names a number of successes, at most this share of the Fate rating: fewer or as many are doubled, more are cut and refunded. */
  | { readonly kind: "predestined"; readonly mostShare: number; readonly exact: "doubleAndRefund" }
  /** Degree of failure as learning points for a failed roll of at least so many dice. */
  | { readonly kind: "learning"; readonly leastDice: number; readonly mostSuccesses: number }
  /** The Fate rating at `tn` when one of the attributes rises: successes are character points, at most this share of the price. */
  | { readonly kind: "growth"; readonly attributes: readonly AttributeKey[]; readonly tn: number; readonly mostShare: number }
  | { readonly kind: "targetNumber"; readonly bonus: number; readonly most: number }
  /** A root of one tree may have this many dots, which makes this TN possible. */
  | { readonly kind: "rootDots"; readonly dots: number; readonly highestTn: number }
  /** What each point buys, every one at most once. */
  | { readonly kind: "strikeOptions"; readonly successes: number; readonly cancelsDefense: boolean; readonly damage: number }
  /** What killed or ruined somebody did not happen: an action fails or succeeds by a hair; the story is the GM's. */
  | { readonly kind: "undoTragedy" }
);

export type QuestionAnswer =
  | "intentToUser" | "intentToParty" | "longTermIntent" | "secrets"
  | "tellsTruth" | "liesDetected"
  | "advice" | "direction";

/** A power as the rules read it: the item's data of the contract, without its texts. */
export interface Power {
  readonly key: string;
  readonly track: "will" | "fate";
  readonly theme: Theme | null;
  readonly tier: number;
  readonly chain: string;
  readonly rank: number;
  /** Points of each track for one use, or for one unit where `costBy` counts. */
  readonly cost: { readonly will: number; readonly fate: number };
  /** `fateRating`: the Fate rating besides · `chosen`: as many units as the user likes · `perOption`: one unit for each option taken. */
  readonly costBy: "fixed" | "fateRating" | "chosen" | "perOption";
  /** Most units; null: no limit. */
  readonly costMost: number | null;
  readonly active: boolean;
  readonly automation: "passive" | "spend" | "manual";
  readonly effects: readonly PowerEffect[];
}
