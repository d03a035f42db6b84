import type { Fighter, Optic } from "../fighter/types";
import { effectiveVisibleRange, type Darkness, type Viewing } from "./visibility";

/** How far one sees another now, in metres with one decimal, and what has changed it. */
export interface Look {
  /** To the naked eye by day: Visible Range and the target's size. */
  readonly bare: number;
  /** To the naked eye in this light. */
  readonly unaided: number;
  /** With what one looks through; as `unaided` without. */
  readonly aided: number;
  readonly optic: Optic | null;
  readonly darkness: Darkness;
}

export interface Surroundings {
  readonly darkness?: Darkness;
  /** Metres between the two; null: not known, then no light of the looker's reaches the target. */
  readonly distance?: number | null;
}

/**
 * How far someone sees a target (Dramatic Scenes, Range and Visibility; readings E26). A light that the target carries shows it; one that the
 * looker carries shows what its radius reaches. Of several optics the one that shows most is used, one at a time, and none where
 * none helps.
 */
export function look(looker: Fighter, target: Fighter | null, { darkness = "none", distance = null }: Surroundings = {}): Look {
  const insideLight = (target?.light ?? 0) > 0 || (distance !== null && distance <= (looker.light ?? 0));
  const view: Partial<Viewing> = { darkness, insideLight, ...(target === null ? {} : { targetSize: target.size }) };
  const through = ({ magnification, infrared }: Optic): number => effectiveVisibleRange(looker.visibleRange, { ...view, magnification, infrared });
  const bare = effectiveVisibleRange(looker.visibleRange, { ...view, darkness: "none" });
  const unaided = effectiveVisibleRange(looker.visibleRange, view);
  const best = (looker.optics ?? []).reduce<{ readonly optic: Optic | null; readonly range: number }>(
    (before, optic) => (through(optic) > before.range ? { optic, range: through(optic) } : before),
    { optic: null, range: unaided },
  );
  return { bare, unaided, aided: best.range, optic: best.optic, darkness };
}
