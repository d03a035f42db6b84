import type { WoundChart } from "../../rules/wounds/types";

/** The marks of a chart as flat paths of its actor (contract, Actor). */
export const chartPaths = ({ temporary, normal, mortal }: WoundChart): Readonly<Record<string, number>> => ({
  "system.wounds.temporary.value": temporary.value,
  "system.wounds.normal.value": normal.value,
  "system.wounds.normal.stun": normal.stun,
  "system.wounds.mortal.value": mortal.value,
});
