/** A token as it stands on its scene: the upper left corner and the size, in pixels. */
export interface Footing {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** How the spaces of a scene lie. */
export type Ground =
  | { readonly kind: "square"; /** Pixels of a space. */ readonly size: number }
  | { readonly kind: "free" }
  | { /** Middles of the spaces around the goal. */ readonly kind: "spaces"; readonly middles: readonly { readonly x: number; readonly y: number }[] };

/** Directions that are tried around somebody where there are no spaces. */
const DIRECTIONS = 16;
/** Tokens may touch, and share this much of a pixel. */
const TOUCH = 1;

const middleOf = ({ x, y, width, height }: Footing): { readonly x: number; readonly y: number } => ({ x: x + width / 2, y: y + height / 2 });
const at = (mover: Footing, middle: { readonly x: number; readonly y: number }): Footing => ({ ...mover, x: Math.round(middle.x - mover.width / 2), y: Math.round(middle.y - mover.height / 2) });
const meet = (one: Footing, other: Footing): boolean =>
  one.x < other.x + other.width - TOUCH && other.x < one.x + one.width - TOUCH && one.y < other.y + other.height - TOUCH && other.y < one.y + one.height - TOUCH;
const wayBetween = (one: Footing, other: Footing): number => {
  const [from, to] = [middleOf(one), middleOf(other)];
  return Math.hypot(to.x - from.x, to.y - from.y);
};

/**
 * Along one side, from where the mover touches the goal at its beginning to where it does at its end: by spaces, and by halves of them where
 * one of the two is no whole number of spaces long.
 */
function steps(from: number, lengths: readonly [mover: number, goal: number], size: number): number[] {
  const step = lengths.every((length) => length % size === 0) ? size : size / 2;
  const span = lengths[0] + lengths[1];
  return Array.from({ length: Math.ceil(span / step) + 1 }, (_, index) => from + Math.min(index * step, span));
}

/** Every place on a square grid where the mover would touch the goal. */
function ring(mover: Footing, goal: Footing, size: number): Footing[] {
  const columns = steps(goal.x - mover.width, [mover.width, goal.width], size);
  const rows = steps(goal.y - mover.height, [mover.height, goal.height], size);
  const ends = (all: readonly number[]): ReadonlySet<number | undefined> => new Set([all.at(0), all.at(-1)]);
  const [sides, brinks] = [ends(columns), ends(rows)];
  return rows.flatMap((y) => columns.flatMap((x): Footing[] => (sides.has(x) || brinks.has(y) ? [{ ...mover, x, y }] : [])));
}

function circle(mover: Footing, goal: Footing): Footing[] {
  const reach = (Math.max(mover.width, mover.height) + Math.max(goal.width, goal.height)) / 2;
  const [from, to] = [middleOf(mover), middleOf(goal)];
  const first = Math.atan2(from.y - to.y, from.x - to.x);
  return Array.from({ length: DIRECTIONS }, (_, index) => {
    const angle = first + (index * 2 * Math.PI) / DIRECTIONS;
    return at(mover, { x: to.x + Math.cos(angle) * reach, y: to.y + Math.sin(angle) * reach });
  });
}

function placesAround(mover: Footing, goal: Footing, ground: Ground): Footing[] {
  if (ground.kind === "square") return ring(mover, goal, ground.size);
  return ground.kind === "free" ? circle(mover, goal) : ground.middles.map((middle) => at(mover, middle));
}

/** One number of a token as a step changed it. */
interface Moved {
  readonly path: string;
  readonly before: unknown;
  readonly after: unknown;
}

/**
 * Is this way of a token, in pixels, the one that a step has put it, there or back? A number that the step left alone is the same at both ends
 * (Actions and Maneuvers, Charge).
 * @param patches what the step changed of the token, of which `x` and `y` are read
 */
export function isWayOf(patches: readonly Moved[], from: Pick<Footing, "x" | "y">, to: Pick<Footing, "x" | "y">): boolean {
  const goes = (path: "x" | "y", [start, end]: readonly [number, number]): boolean => {
    const patch = patches.find((one) => one.path === path);
    return patch === undefined ? start === end : patch.before === start && patch.after === end;
  };
  const isPut = patches.some(({ path }) => path === "x" || path === "y");
  const there = goes("x", [from.x, to.x]) && goes("y", [from.y, to.y]);
  return isPut && (there || (goes("x", [to.x, from.x]) && goes("y", [to.y, from.y])));
}

/**
 * The free place beside somebody that is nearest to where the mover stands now: the end of a run at it (Actions and Maneuvers, Charge).
 * @param others everybody else on the scene
 * @returns null where every place beside it is taken
 */
export function placeBeside(mover: Footing, goal: Footing, others: readonly Footing[], ground: Ground): { readonly x: number; readonly y: number } | null {
  const free = placesAround(mover, goal, ground).filter((place) => ![goal, ...others].some((other) => meet(place, other)));
  const [nearest] = free.sort((one, other) => wayBetween(one, mover) - wayBetween(other, mover) || one.y - other.y || one.x - other.x);
  return nearest === undefined ? null : { x: nearest.x, y: nearest.y };
}
