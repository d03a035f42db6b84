import { say } from "../../helpers/text";
import type { Blast } from "../../flows/exchange/area";
import type { AttackSetup } from "../../flows/exchange/setup";
import { metresPerPixel } from "../../flows/exchange/measure";
import { publicParticipant } from "../../flows/exchange/names";
import { findToken } from "../../flows/commit/write";
import type { Participant } from "../../rules/exchange/types";
import { AreaRing, type Point } from "../../canvas/area-ring";
import { pickPoint } from "../../canvas/point-picker";
import type { AreaView } from "./roll-view";

/** Everyone whom an area reaches, as far as this person sees their tokens, with the metres from its centre. */
export function areaChips({ targets }: AttackSetup): string[] {
  const seen = targets.filter(({ participant }) => game.user?.isGM === true || (findToken(participant.token)?.object as { visible?: boolean } | null)?.visible !== false);
  return seen.map(({ name, fromCentre }) => say("FATEWALKER.Area.Chip", { name, metres: fromCentre ?? 0 }));
}

/** Where an area is centred, in words. */
export function areaView({ circle }: Blast, centre: Point | null, targets: readonly Participant[]): AreaView {
  const [first] = targets;
  const on = first === undefined ? "" : say("FATEWALKER.Area.On", { name: publicParticipant(first).name });
  const here = centre === null ? on || say("FATEWALKER.Area.Nowhere") : say("FATEWALKER.Area.Point");
  return { centre: here, onTarget: centre === null ? "" : on, mayPick: canvas?.ready === true && (circle === null || circle.scene === canvas.scene?.id) };
}

/** The circle of an area on the scene in view, while its dialog is open. */
export class AreaCircle {
  #ring: AreaRing | null = null;

  show(blast: Blast | null): void {
    this.remove();
    const circle = blast?.circle ?? null;
    if (circle === null || !canvas?.ready || circle.scene !== canvas.scene?.id) return;
    this.#ring = new AreaRing(circle.centre, circle.radius);
  }

  /** Lets the person choose another centre; null: it stays where it is. */
  async pick(blast: Blast | null): Promise<Point | null> {
    if (blast === null || !canvas?.ready || !canvas.scene) return null;
    const { scene } = canvas;
    const start = blast.circle?.centre ?? { x: (scene.width ?? 0) / 2, y: (scene.height ?? 0) / 2 };
    this.remove();
    const picked = await pickPoint({ radius: blast.circle?.radius ?? blast.area.radius / metresPerPixel(scene), start });
    this.show(blast);
    return picked;
  }

  remove(): void {
    this.#ring?.remove();
    this.#ring = null;
  }
}
