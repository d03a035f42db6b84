import { RuleError } from "../../rules/errors";
import type { Fighter, Maneuver, Weapon } from "../../rules/fighter/types";
import { isReaction, mayAnswer } from "../../rules/maneuvers/answers";
import { isAttack } from "../../rules/maneuvers/kind";
import { tickCost } from "../../rules/maneuvers/ticks";
import { needsWeapon, usableWeapons } from "../../rules/maneuvers/weapons";
import { attackModifiers } from "../../rules/modifiers/attack";
import { situationBetween } from "../../rules/modifiers/situation";
import type { Modifier, Situation } from "../../rules/modifiers/types";
import { exchangeBetween, type AnswerMove, type Move } from "../../rules/odds/between";
import { exchangeOdds } from "../../rules/odds/exchange";
import type { ExchangeOdds } from "../../rules/odds/types";
import type { ExchangeState } from "../../rules/exchange/types";
import { findActor } from "../commit/write";
import { CUSTOM_LIMIT, pickWeapon } from "../exchange/choices";
import { toManeuver } from "../exchange/maneuver";
import { shieldRule } from "../exchange/setup";
import { shapeFor, type Offers } from "../exchange/shape";
import type { OddsChoices } from "./choices";
import { plainAttacker, plainDefender, readMetres, readWhole } from "./plain";

/** One of several things to choose. */
export interface OddsOption {
  readonly key: string;
  readonly name: string;
  readonly chosen: boolean;
}

/** What there is to choose with what is chosen so far; a list is empty where there is nothing to choose. */
export interface OddsMenu {
  readonly maneuvers: readonly OddsOption[];
  readonly weapons: readonly OddsOption[];
  readonly offers: Offers;
  readonly reactions: readonly OddsOption[];
  readonly reactionWeapons: readonly OddsOption[];
}

/** The calculator's answer: everything about one attack exactly, or why it cannot be. */
export interface OddsAnswer {
  readonly menu: OddsMenu;
  readonly modifiers: readonly Modifier[];
  /** Ticks of one attack; null where it cannot be made. */
  readonly cost: number | null;
  readonly odds: ExchangeOdds | null;
  /** The exchange itself, for what takes longer to work out (`dropOddsInSteps`). */
  readonly exchange: ExchangeState | null;
  readonly refusal: RuleError | null;
}

type Owner = Actor.Implementation;

const NO_OFFERS: Offers = { variants: [], modes: [], bases: [], baseModes: [] };
const NO_MENU: OddsMenu = { maneuvers: [], weapons: [], offers: NO_OFFERS, reactions: [], reactionWeapons: [] };

/** Whose numbers this person may use: a player's own; a GM's are all. */
export const maySee = (actor: Owner): boolean => game.user?.isGM === true || actor.isOwner;

const ownerOf = (uuid: string): Owner | null => {
  const actor = uuid === "" ? null : findActor(uuid);
  return actor !== null && maySee(actor) ? actor : null;
};

/** Weapons as if each were in hand and loaded: nothing is done with them, so nothing has to be drawn first. */
const drawn = (weapon: Weapon): Weapon => ({ ...weapon, carried: "hand", hand: weapon.hand ?? "main", quantity: Math.max(1, weapon.quantity ?? 1), magazine: weapon.magazine === null ? null : { ...weapon.magazine, value: weapon.magazine.max } });

const armed = (fighter: Fighter): Fighter => ({ ...fighter, weapons: fighter.weapons.map(drawn) });

/** With this weapon alone in hand. */
const holding = (fighter: Fighter, weapon: Weapon | null): Fighter => (weapon === null ? fighter : { ...fighter, weapons: [weapon] });

interface Attack {
  readonly fighter: Fighter;
  readonly move: Move;
  readonly cost: number;
  readonly menu: Pick<OddsMenu, "maneuvers" | "weapons" | "offers">;
}

/** Attacks that one roll makes: what is made of two is none. */
const isSingle = ({ effects }: Maneuver): boolean => effects.every(({ kind }) => kind !== "combined" && kind !== "twoShots");

function attackOf(choices: OddsChoices): Attack {
  const actor = ownerOf(choices.attacker);
  if (actor === null) return { ...plainAttacker(choices.plainAttack), menu: { maneuvers: [], weapons: [], offers: NO_OFFERS } };
  const known = actor.items.contents.flatMap((item) => {
    const maneuver = toManeuver(item);
    return maneuver !== null && item.id !== null && isAttack(maneuver) && isSingle(maneuver) ? [{ id: item.id, name: item.name, maneuver }] : [];
  }).sort((one, other) => one.name.localeCompare(other.name));
  const picked = known.find(({ id }) => id === choices.maneuver) ?? known[0];
  if (picked === undefined) throw new RuleError("FATEWALKER.Odds.NoAttack", { name: actor.name });
  const all = armed(actor.toFighter());
  const { maneuver, offers } = shapeFor(picked.maneuver, actor.items.contents, choices, { fighter: all, targets: 1 });
  const weapons = usableWeapons(maneuver, all);
  const weapon = pickWeapon(weapons, choices.weapon);
  const fighter = holding(all, weapon);
  const menu = {
    maneuvers: known.map(({ id, name }) => ({ key: id, name, chosen: id === picked.id })),
    weapons: weapons.map(({ id, name }) => ({ key: id, name, chosen: id === weapon?.id })),
    offers,
  };
  return { fighter, move: { maneuver, weapon }, cost: tickCost(maneuver, { weapon, handShield: fighter.handShield }), menu };
}

interface Defence {
  readonly fighter: Fighter;
  readonly answer: AnswerMove | null;
  readonly menu: Pick<OddsMenu, "reactions" | "reactionWeapons">;
}

function defenceOf(choices: OddsChoices, attack: Move): Defence {
  const actor = ownerOf(choices.defender);
  if (actor === null) {
    const { fighter, dodge } = plainDefender(choices.plainDefence);
    return { fighter, answer: dodge, menu: { reactions: [], reactionWeapons: [] } };
  }
  const all = armed(actor.toFighter());
  const known = actor.items.contents.flatMap((item) => {
    const plain = toManeuver(item);
    if (plain === null || item.id === null || !isReaction(plain)) return [];
    const shaped = RuleError.orNull(() => shapeFor(plain, actor.items.contents, { variant: null, mode: null, base: null, baseMode: null }, { fighter: all, targets: 1 }));
    return shaped !== null && mayAnswer(shaped.maneuver, { maneuver: attack.maneuver, weapon: attack.weapon ?? null }) && toolFits(shaped.maneuver, all) ? [{ id: item.id, name: item.name, ...shaped }] : [];
  }).sort((one, other) => one.name.localeCompare(other.name));
  const picked = known.find(({ id }) => id === choices.reaction);
  const reactions = [{ key: "", name: "", chosen: picked === undefined }, ...known.map(({ id, name }) => ({ key: id, name, chosen: id === picked?.id }))];
  if (picked === undefined) return { fighter: all, answer: null, menu: { reactions, reactionWeapons: [] } };
  const weapons = usableWeapons(picked.maneuver, all);
  const weapon = pickWeapon(weapons, choices.reactionWeapon);
  const parts = picked.parts?.map((maneuver): Move => ({ maneuver, weapon: needsWeapon(maneuver) ? weapon : null }));
  return {
    fighter: holding(all, weapon),
    answer: { maneuver: picked.maneuver, weapon, ...(parts === undefined ? {} : { parts }) },
    menu: { reactions, reactionWeapons: weapons.map(({ id, name }) => ({ key: id, name, chosen: id === weapon?.id })) },
  };
}

function toolFits(maneuver: Maneuver, fighter: Fighter): boolean {
  if (maneuver.damage?.source === "shield" || maneuver.roll?.base === "shield") return fighter.handShield !== null;
  return !needsWeapon(maneuver) || usableWeapons(maneuver, fighter).length > 0;
}

/** Place and moment as chosen; what the calculator does not ask for stays as the two are. */
export function situationOf({ place }: Pick<OddsChoices, "place">, attacker: Fighter, target: Fighter): Situation {
  const plain = situationBetween(attacker, target);
  return {
    ...plain,
    distance: readMetres(place.distance),
    height: readWhole(place.height, { min: -999, max: 999 }),
    engagement: place.engagement,
    attacker: { ...plain.attacker, prone: place.attackerProne, movement: place.attackerMovement },
    target: {
      ...plain.target,
      prone: place.targetProne, immobile: place.targetImmobile, cover: place.targetCover, inMelee: place.targetInMelee,
      moving: readWhole(place.targetMoving),
    },
  };
}

/** Works out everything that is chosen, exactly; what cannot be is said in `refusal`, with the choices still there. */
export function calculateOdds(choices: OddsChoices): OddsAnswer {
  let menu = NO_MENU;
  try {
    const attack = attackOf(choices);
    menu = { ...menu, ...attack.menu };
    if (attack.move.maneuver.roll === null) throw new RuleError("FATEWALKER.Dialog.NoRoll");
    const defence = defenceOf(choices, attack.move);
    menu = { ...menu, ...defence.menu };
    const situation = situationOf(choices, attack.fighter, defence.fighter);
    const custom = readWhole(choices.custom, { min: -CUSTOM_LIMIT, max: CUSTOM_LIMIT });
    const usual = attackModifiers({ attacker: attack.fighter, target: defence.fighter, maneuver: attack.move.maneuver, weapon: attack.move.weapon ?? null, situation });
    const modifiers: Modifier[] = custom === 0 ? usual : [...usual, { key: "custom", source: "custom", label: "FATEWALKER.Modifier.Custom", value: custom, enabled: true, optional: true }];
    const state: ExchangeState = exchangeBetween({ attacker: attack.fighter, target: defence.fighter, attack: { ...attack.move, modifiers }, reaction: defence.answer, situation, cost: attack.cost, shieldRule: shieldRule() });
    return { menu, modifiers, cost: attack.cost, odds: exchangeOdds(state, 0), exchange: state, refusal: null };
  } catch (error) {
    if (!(error instanceof RuleError)) throw error;
    return { menu, modifiers: [], cost: null, odds: null, exchange: null, refusal: error };
  }
}
