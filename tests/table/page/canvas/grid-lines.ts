import type { BaseGrid } from "../../core/grid";

/** The lines of a grid over a scene; null where there are none. */
export function gridLines(grid: BaseGrid, width: number, height: number): Element | null {
  if (grid.isGridless) return null;
  if (grid.isSquare) {
    const lines = document.createElement("div");
    lines.className = "canvas-grid";
    lines.style.setProperty("--grid-size", `${grid.size}px`);
    return lines;
  }
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  svg.setAttribute("class", "canvas-grid-hexes");
  svg.setAttribute("viewBox", `0 0 ${width} ${height}`);
  const path = document.createElementNS("http://www.w3.org/2000/svg", "path");
  const { i: rows, j: columns } = grid.getOffset({ x: width, y: height });
  const outlines: string[] = [];
  for (let i = -1; i <= rows + 1; i += 1) for (let j = -1; j <= columns + 1; j += 1) outlines.push(`M${grid.getVertices({ i, j }).map(({ x, y }) => `${x.toFixed(1)} ${y.toFixed(1)}`).join("L")}Z`);
  path.setAttribute("d", outlines.join(""));
  svg.append(path);
  return svg;
}
