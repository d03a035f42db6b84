import type { AttributeKey, Encumbrance, Size, SkillKey } from "../keys";

/** What an attack or an answer counts as, beside its group (`charge` for Stop Charge, `dodge` for Step Inside). */
export type ManeuverClass = "charge" | "leap" | "kick" | "strike" | "throw" | "dodge";

/**
 * A place that one fighter has over another at close quarters. Levels: grapple 1 to 3 (range 4 - level, 0: free), ground 0 to 2
 * (ground value 3 - level, -1: both are up), hold 1 and more (0: free).
 */
export type HoldingPosition = "grapple" | "ground" | "hold";

export type Pace = "walk" | "run" | "crawl" | "climb" | "swim" | "sprint" | "evasiveRun";

/** What must be so for a maneuver to be possible; `metres` says how near or how much room. */
export type Requirement =
  | "standing" | "prone" | "stationary" | "moving" | "walkingOrRunning"
  | "surface" | "cover" | "roomToRun" | "room"
  | "unawareTarget" | "position" | "bottom"
  | "handShield" | "thrownWeapon" | "twoPistols" | "magazineOrCell" | "explosion";

/**
 * One thing that a maneuver does beside its roll, its ticks and its damage. `packs/README.md` explains every kind word by
 * word. Dice are gained or lost, ticks and metres are whole unless said otherwise, `net` is net successes.
 */
export type ManeuverEffect =
  // Answers
  /** Dice that answers to this maneuver gain or lose: `any`, a group, or a key. */
  | { readonly kind: "defenderModifier"; readonly against: string; readonly value: number }
  /** Dice of this answer against one maneuver (of one of its variants, where named). */
  | { readonly kind: "versus"; readonly against: string; readonly variant: string | null; readonly value: number }
  /** At 0 net the attack misses (Dodge). */
  | { readonly kind: "tiesAvoid" }
  | { readonly kind: "counts"; readonly as: ManeuverClass }
  /** Penalties on dodges apply to it, bonuses do not (Step Inside). */
  | { readonly kind: "dodgePenaltiesOnly" }
  /** It changes one of these answers: its roll's `modifier` and its ticks' `offset` are added to theirs, and what they answer it answers (Friendly Fire). */
  | { readonly kind: "modifies"; readonly maneuvers: readonly string[] }
  /** The attack goes on to somebody near, whose answer has this many dice per net success (Friendly Fire). */
  | { readonly kind: "newTarget"; readonly answerDicePerNet: number }
  // Damage
  /** A share of the damage dealt also hits the attacker (headbutt). */
  | { readonly kind: "selfDamage"; readonly share: number }
  /** Helmets change this maneuver on either side (headbutt). */
  | { readonly kind: "helmet" }
  /** Metal bracers add flat damage to a block. */
  | { readonly kind: "bracers"; readonly bonus: number }
  /** Flat points for every `perTicks` ticks of running before it; `most` null: no limit. */
  | { readonly kind: "runDamage"; readonly points: number; readonly perTicks: number; readonly most: number | null }
  /** The flat points of the charge that is answered are added, and the weapon's own bonus for stopping charges. */
  | { readonly kind: "chargeBonus" }
  /** Damage is (net + offset) dice of `value` at `tn`. */
  | { readonly kind: "netDamage"; readonly offset: number; readonly value: number; readonly tn: number }
  /** With 0 successes the attack deals its full damage and this many flat points per degree of failure (Catch Strike). */
  | { readonly kind: "failureDamage"; readonly pointsPerDegree: number }
  /** Only this share of the armor's Deflection counts, rounded down. */
  | { readonly kind: "deflectionShare"; readonly share: number }
  /** Each `perPoints` full points that get through armor take `will` points of Will; without any left the target is out. */
  | { readonly kind: "drainsWill"; readonly perPoints: number; readonly will: number }
  // What success does
  | { readonly kind: "displaces"; readonly who: "attacker" | "target"; readonly metresPerNet: number }
  /** From this many net successes the target lies prone. */
  | { readonly kind: "fells"; readonly net: number }
  /** The attack that is answered costs its attacker this many ticks more per net success. */
  | { readonly kind: "addsTicks"; readonly perNet: number }
  /** A weapon is dropped from this many net successes (readings E17). */
  | { readonly kind: "disarms"; readonly net: number }
  /** Each `successes` change the melee range by `steps` (negative: closer). */
  | { readonly kind: "meleeRange"; readonly successes: number; readonly steps: number }
  /**
   * Changes a position by (net x share, rounded up) + offset once net reaches `needs`: `set` a new one, `raise` or `lower`
   * what there is. The level stays between `least` and `most`.
   */
  | {
      readonly kind: "position";
      readonly position: HoldingPosition;
      readonly change: "set" | "raise" | "lower";
      readonly needs: number;
      readonly share: number;
      readonly offset: number;
      readonly least: number;
      readonly most: number | null;
    }
  /** The level of these positions is a bonus for the one who has them, a penalty of the same size never. */
  | { readonly kind: "positionBonus"; readonly from: readonly HoldingPosition[] }
  /** Dice of everything that the held one does except the maneuver named. */
  | { readonly kind: "heldPenalty"; readonly value: number; readonly except: string }
  // Two in one
  /**
   * Two maneuvers resolved one after the other, each with this one's `modifier`; ticks are theirs added up, plus `offset`.
   * `failedFirst` `loseNet`: if the first fails, the second loses dice equal to the attacker's net successes, and new wound
   * penalties do not touch it.
   */
  | { readonly kind: "combined"; readonly components: readonly string[]; readonly failedFirst: "loseNet" | "goOn" }
  /** May be made together with maneuvers of these groups or keys, never with those of `without`. */
  | { readonly kind: "combines"; readonly with: readonly string[]; readonly without: readonly string[] }
  /** Two shots, one from each hand, resolved separately. */
  | { readonly kind: "twoShots" }
  /** The off hand's penalty applies. */
  | { readonly kind: "offHand" }
  /** Drawing the weapon is part of it. */
  | { readonly kind: "draws" }
  // Shots
  /** Dice for the next shot, all aims together at most `limit`: a number, or the skill whose TN it is. */
  | { readonly kind: "aim"; readonly bonus: number; readonly limit: number | "observe" }
  /** Rounds fired; aims add at most `aimLimit` (null: no limit of its own). */
  | { readonly kind: "burst"; readonly rounds: number; readonly aimLimit: number | null }
  /** For this many ticks a free shot, before their action, at everyone who acts in the covered area. */
  | { readonly kind: "overwatch"; readonly ticks: number }
  /** Nothing interrupts its aim. */
  | { readonly kind: "uninterruptible" }
  // Movement and place
  /** Metres in 6 ticks: (Speed + successes x perSuccess) x times / divisor + plus. `tenth`: one decimal is kept. */
  | {
      readonly kind: "pace";
      readonly pace: Pace;
      readonly times: number;
      readonly divisor: number;
      readonly plus: number;
      readonly perSuccess: number;
      readonly rounding: "down" | "up" | "tenth";
    }
  /** Height: Speed x `height` metres. Distance: Speed / divisor + plus metres. Each success adds `speedPerSuccess` to Speed first. */
  | { readonly kind: "jump"; readonly height: number; readonly divisor: number; readonly plus: number; readonly speedPerSuccess: number }
  /** Dice per metre that the run-up falls short of `metres`. */
  | { readonly kind: "runUp"; readonly metres: number; readonly dicePerMetre: number }
  /** Moves up to Speed / divisor metres and strikes; a weapon's length is added where it says so. */
  | { readonly kind: "reach"; readonly divisor: number; readonly weaponLength: boolean }
  /** Metres away from the point of impact. */
  | { readonly kind: "getsAway"; readonly perSuccess: number; readonly plus: number }
  | { readonly kind: "posture"; readonly posture: "prone" | "standing" }
  | { readonly kind: "cover"; readonly percent: 50 | 90; readonly from: "scenery" | "shield" }
  /** The hand shield is a barrier of Deflection + Absorb and nothing else meanwhile; all else is done with `otherActions` dice. */
  | { readonly kind: "shieldCover"; readonly otherActions: number }
  /** A change of movement outside the own tick; `continue` for this many ticks more. */
  | { readonly kind: "movement"; readonly change: "stop" | "change" | "continue"; readonly ticks: number }
  /** Shots at the runner have successes + offset penalty dice in place of the running ones, melee attacks `meleeShare` of them. */
  | { readonly kind: "movingTarget"; readonly offset: number; readonly meleeShare: number }
  /** No other penalty of the attacker's movement applies. */
  | { readonly kind: "ignoresMovement" }
  /** Bonus dice, one per success, at most `most` on one maneuver of these, gone after `ticks`; renewed for `renewal` ticks. */
  | { readonly kind: "footwork"; readonly on: readonly string[]; readonly perSuccess: number; readonly most: number; readonly ticks: number; readonly renewal: number }
  // Time and cost
  /** Lasts this long, then needs a new roll. */
  | { readonly kind: "lasts"; readonly ticks: number }
  /** No other action meanwhile. */
  | { readonly kind: "exclusive" }
  /** Ticks are what it would take in earnest, plus these. */
  | { readonly kind: "estimate"; readonly plus: number }
  /** Ticks more or less where the weapon is at hand level, or stowed (the GM picks between the two). */
  | { readonly kind: "drawTicks"; readonly carried: "ready" | "stowed"; readonly min: number; readonly max: number }
  /** The user may take longer: dice for every so many ticks. */
  | { readonly kind: "slower"; readonly dice: number; readonly perTicks: number }
  | { readonly kind: "willCost"; readonly will: number; readonly perTicks: number }
  // What it asks for
  | { readonly kind: "requires"; readonly what: Requirement; readonly metres: number | null }
  | { readonly kind: "weaponSizes"; readonly sizes: readonly Size[] }
  | { readonly kind: "encumbrance"; readonly most: Encumbrance }
  // Looking
  /** The GM rolls unseen. */
  | { readonly kind: "secret" }
  /** Each success beyond `beyond` is one answer; with `complete` successes all that was asked, more gives more. */
  | { readonly kind: "facts"; readonly beyond: number; readonly complete: number; readonly extra: "more" | "hidden" }
  /** A dramatic failure gives a false answer, or what the GM likes. */
  | { readonly kind: "falseAnswer"; readonly answer: "false" | "gm" }
  /** Dice that the GM usually takes. */
  | { readonly kind: "usualModifier"; readonly value: number }
  /** What is dropped lies this many metres away per degree of failure. */
  | { readonly kind: "dropDistance"; readonly metresPerDegree: number };

/** One way to make a maneuver, chosen when it is declared. */
export interface ManeuverMode {
  readonly key: string;
  readonly name: string;
  /** Dice in place of the roll's `modifier`. */
  readonly toHit: number;
  /** Flat points on top of the damage's own. */
  readonly damageBonus: number;
  readonly tnBonus: number;
  readonly effects: readonly ManeuverEffect[];
}

/** One of several different things that share a row (Go Prone, Stand up). */
export interface ManeuverVariant {
  readonly key: string;
  readonly name: string;
  /** The `label` of its option in `ticks`; null: the row's ticks. */
  readonly option: string | null;
  /** Its roll in place of the maneuver's; null: the maneuver's. */
  readonly roll: null | { readonly attribute: AttributeKey; readonly skill: SkillKey; readonly modifier: number };
  readonly effects: readonly ManeuverEffect[];
}

/** What a number of successes gives. */
export type ResultOutcome = "ticks" | "dropsAmmunition" | "dropsWeapon" | "nothing" | "maybe" | "definite" | "facts";

export interface ManeuverResult {
  /** Key of the variant that the row belongs to; null: all. */
  readonly variant: string | null;
  readonly min: number;
  /** Null: no upper end. */
  readonly max: number | null;
  readonly outcome: ResultOutcome;
  /** Ticks more (or less) than the base; null where the outcome is none of ticks. */
  readonly ticks: number | null;
}

/** A further roll that a maneuver asks for. */
export interface SecondaryRoll {
  readonly key: "leap" | "landing" | "footing" | "newAttack";
  /** `user`: who makes the maneuver; `target`: whom it hits. */
  readonly who: "user" | "target";
  /** `always` · `onHit` the maneuver hits · `whenHit` its user is hit all the same · `onNet` it has net successes. */
  readonly when: "always" | "onHit" | "whenHit" | "onNet";
  readonly attribute: AttributeKey;
  readonly skill: SkillKey;
  readonly modifier: number;
  /** Dice off: points of damage taken, or boxes of Normal Wounds from it. */
  readonly minus: null | "damage" | "normalWounds";
  /** Dice on: the net successes. */
  readonly plus: null | "net";
  /** Successes needed; null: the roll is no test. */
  readonly required: number | null;
  /** Ticks lost: this minus the successes, at least 0; null: none. */
  readonly delay: number | null;
  /** Who fails falls prone and takes (degree of failure) dice of `value` at `tn`, as damage of its own; null: no damage. */
  readonly failure: null | { readonly prone: boolean; readonly damage: null | { readonly value: number; readonly tn: number } };
}

// A type, not an interface: fields of objects want an index signature.
/** The tables that belong to a maneuver, each empty where it has none. */
export type ManeuverTables = {
  readonly modes: readonly ManeuverMode[];
  readonly variants: readonly ManeuverVariant[];
  readonly results: readonly ManeuverResult[];
  readonly rolls: readonly SecondaryRoll[];
};
