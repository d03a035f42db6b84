interface Point {
  x: number;
  y: number;
}

/** Where two lines meet; `t0` and `t1` say how far along each, 0 being its first point and 1 its second. */
interface LineIntersection extends Point {
  t0: number;
  t1?: number;
}

/**
 * Where two endless lines through AB and CD meet, null when they are parallel or one of them is but a point.
 * https://foundryvtt.com/api/v14/functions/foundry.utils.lineLineIntersection.html
 */
export function lineLineIntersection(a: Point, b: Point, c: Point, d: Point, options: { t1?: boolean } = {}): LineIntersection | null {
  const [first, second, between] = [{ x: b.x - a.x, y: b.y - a.y }, { x: d.x - c.x, y: d.y - c.y }, { x: c.x - a.x, y: c.y - a.y }];
  const cross = (one: Point, other: Point): number => one.x * other.y - one.y * other.x;
  const area = cross(first, second);
  if (area === 0) return null;
  const t0 = cross(between, second) / area;
  return { x: a.x + t0 * first.x, y: a.y + t0 * first.y, t0, ...(options.t1 === true ? { t1: cross(between, first) / area } : {}) };
}
