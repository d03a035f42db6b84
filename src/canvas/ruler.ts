import { allowedWay, isBegunPace, movementNow, paceRate, stretchNow, wayLeft } from "../flows/movement";
import { combatantOf, participantOfToken } from "../flows/exchange/participants";
import { actorData } from "../data/access";
import { say } from "../helpers/text";
import { metresPerUnit } from "../helpers/units";
import { readRuler, type RulerMover, type RulerReading } from "./ruler-label";

const { TokenRuler } = foundry.canvas.placeables.tokens;

type Waypoint = Parameters<foundry.canvas.placeables.tokens.TokenRuler["_getWaypointLabelContext"]>[0];

/** Colours of a way that is further than one may go now, and of one that nobody has set out on. */
const COLOURS = { beyond: 0xf0603f, atRest: 0xe0b04c } as const;

/** What the ruler of a token has to know; null for a token without one of our actors. */
function moverOf(token: TokenDocument.Implementation): RulerMover | null {
  const participant = participantOfToken(token);
  const actor = token.actor;
  if (participant === null || actor === null || actorData(actor) === null) return null;
  const combatant = combatantOf(participant);
  const movement = combatant === null ? null : movementNow(combatant);
  const rate = (kind: "walk" | "run" | "crawl") => ({ kind, rate: paceRate(actor, kind) });
  const free = actor.statuses.has("prone") ? [rate("crawl")] : [rate("walk"), rate("run")];
  return {
    paces: movement === null ? free : [{ kind: movement.kind, rate: movement.metres }],
    moving: movement !== null,
    counted: (combatant?.combat?.round ?? 0) >= 1,
    allowed: combatant === null ? allowedWay(0, null) : allowedWay(wayLeft(combatant), stretchNow(combatant)),
  };
}

/** The words of a reading, after the distance: `walk 12 ticks · run 6 ticks · beyond this stretch`. */
export function rulerWords({ paces, reach }: RulerReading): string {
  const timed = paces.map(({ kind, ticks }) => say("FATEWALKER.Move.Ruler.Ticks", { pace: say(`FATEWALKER.Move.Pace.${isBegunPace(kind) ? kind : "run"}`), ticks }));
  const warning = reach === "within" ? [] : [say(reach === "beyond" ? "FATEWALKER.Move.Ruler.Beyond" : "FATEWALKER.Move.Ruler.AtRest")];
  return [...timed, ...warning].join(say("FATEWALKER.Move.Ruler.Separator"));
}

/** Metres of the way to a waypoint that has still to be gone: what a token has passed already does not count again. */
function metresTo(waypoint: Waypoint, units: string): number {
  let passed = 0;
  for (let earlier: Waypoint | null = waypoint; earlier !== null; earlier = earlier.previous) {
    if (earlier.stage !== "passed") continue;
    passed = earlier.measurement.distance;
    break;
  }
  return Math.round((waypoint.measurement.distance - passed) * metresPerUnit(units) * 10) / 10;
}

/** The ruler of a dragged token: ticks and pace on its label, another colour beyond what its movement allows. */
export class FatewalkerTokenRuler extends TokenRuler {
  /**
   * Others see the way that somebody drags a token, and may not see how fast it is.
   * @returns null where there is nothing to say, or the waypoint is behind the token
   */
  #reading(waypoint: Waypoint): RulerReading | null {
    const { document } = this.token;
    const mover = waypoint.stage === "passed" || !document.isOwner ? null : moverOf(document);
    return mover === null ? null : readRuler(metresTo(waypoint, document.parent?.grid.units ?? ""), mover);
  }

  protected override _getWaypointLabelContext(...[waypoint, state]: Parameters<foundry.canvas.placeables.tokens.TokenRuler["_getWaypointLabelContext"]>): ReturnType<foundry.canvas.placeables.tokens.TokenRuler["_getWaypointLabelContext"]> {
    const context = super._getWaypointLabelContext(waypoint, state);
    const reading = this.#reading(waypoint);
    const words = reading === null ? "" : rulerWords(reading);
    if (!context || words === "") return context;
    return { ...context, units: `${context.units}${say("FATEWALKER.Move.Ruler.Separator")}${words}` };
  }

  protected override _getSegmentStyle(...[waypoint]: Parameters<foundry.canvas.placeables.tokens.TokenRuler["_getSegmentStyle"]>): ReturnType<foundry.canvas.placeables.tokens.TokenRuler["_getSegmentStyle"]> {
    const style = super._getSegmentStyle(waypoint);
    const reach = this.#reading(waypoint)?.reach ?? "within";
    return reach === "within" ? style : { ...style, color: COLOURS[reach] };
  }

  protected override _getGridHighlightStyle(...[waypoint, offset]: Parameters<foundry.canvas.placeables.tokens.TokenRuler["_getGridHighlightStyle"]>): ReturnType<foundry.canvas.placeables.tokens.TokenRuler["_getGridHighlightStyle"]> {
    const style = super._getGridHighlightStyle(waypoint, offset);
    const reach = this.#reading(waypoint)?.reach ?? "within";
    return reach === "within" ? style : { ...style, color: COLOURS[reach] };
  }
}

/** Gives tokens their ruler; at init. */
export function registerRuler(): void {
  CONFIG.Token.rulerClass = FatewalkerTokenRuler;
}
