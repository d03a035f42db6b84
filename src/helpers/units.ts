/** Metres in one unit of a scene's grid, by the names that scenes use for it. */
const METRES: Readonly<Record<string, number>> = { m: 1, meter: 1, meters: 1, metre: 1, metres: 1, km: 1000, ft: 0.3048, feet: 0.3048, foot: 0.3048, "'": 0.3048, yd: 0.9144, yards: 0.9144, mi: 1609.344 };

/** Metres in one unit of a grid, such as 0.3048 for `ft`; a name that nobody knows counts as metres. */
export const metresPerUnit = (units: string | null | undefined): number => METRES[(units ?? "").trim().toLowerCase().replace(/\.$/, "")] ?? 1;
