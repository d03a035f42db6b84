/**
 * The topmost visible token at a point of the canvas, by its exact shape: the highest elevation first, then the sort
 * order, then the one drawn last. Null on empty canvas.
 */
export function tokenAt({ x, y }: { readonly x: number; readonly y: number }): Token.Implementation | null {
  const tokens = (canvas?.tokens?.placeables ?? []).filter((token) => token.visible && !token.isPreview && contains(token, x, y));
  const rank = (token: Token.Implementation): readonly [number, number] => [token.document.elevation, token.document.sort];
  return tokens.reduce<Token.Implementation | null>((top, token) => {
    if (top === null) return token;
    const [elevation, sort] = rank(token);
    const [topElevation, topSort] = rank(top);
    return elevation > topElevation || (elevation === topElevation && sort >= topSort) ? token : top;
  }, null);
}

function contains(token: Token.Implementation, x: number, y: number): boolean {
  const { document } = token;
  const { width, height } = document.getSize();
  const inBox = x >= document.x && y >= document.y && x < document.x + width && y < document.y + height;
  if (!inBox) return false;
  // A shape that is no rectangle (hexes, discs) decides where the boxes of neighbours overlap.
  const shape = token.shape as { contains?: (x: number, y: number) => boolean } | null;
  return shape?.contains?.(x - document.x, y - document.y) ?? true;
}
