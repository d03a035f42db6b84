import { CONST } from "../constants";
import type { BaseGrid } from "./base-grid";
import { GridlessGrid } from "./gridless-grid";
import { HexagonalGrid } from "./hexagonal-grid";
import { SquareGrid } from "./square-grid";
import type { GridConfiguration } from "./types";

export { BaseGrid } from "./base-grid";
export { GridlessGrid } from "./gridless-grid";
export { HexagonalGrid } from "./hexagonal-grid";
export { SquareGrid } from "./square-grid";
export * from "./types";

/** The grid of one of CONST.GRID_TYPES. */
export function gridOf(type: number, configuration: GridConfiguration): BaseGrid {
  const { GRIDLESS, SQUARE, HEXEVENR, HEXODDQ, HEXEVENQ } = CONST.GRID_TYPES;
  if (type === GRIDLESS) return new GridlessGrid(configuration);
  if (type === SQUARE) return new SquareGrid(configuration);
  return new HexagonalGrid({ ...configuration, columns: type === HEXODDQ || type === HEXEVENQ, even: type === HEXEVENR || type === HEXEVENQ });
}

/** Pixels that a token of so many spaces takes on a grid: hexes of one line after the other overlap by a quarter. */
export function sizeOn(grid: Pick<BaseGrid, "sizeX" | "sizeY" | "isHexagonal"> & { columns?: boolean }, width: number, height: number): { width: number; height: number } {
  const lined = (spaces: number): number => (spaces < 1 ? spaces : 0.75 * (spaces - 1) + 1);
  return {
    width: grid.sizeX * (grid.isHexagonal && grid.columns === true ? lined(width) : width),
    height: grid.sizeY * (grid.isHexagonal && grid.columns !== true ? lined(height) : height),
  };
}
