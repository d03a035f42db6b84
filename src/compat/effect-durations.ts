/**
 * How long an effect lasts on a fight's clock. The round of a fight is its tick, so rounds are ticks. V13 keeps
 * `duration.rounds` with its start beside it; V14 keeps `duration.value` in `duration.units` and the start in `start`.
 */
interface StoredEffect {
  readonly duration?: { readonly rounds?: number | null; readonly value?: number | null; readonly units?: string; readonly startRound?: number | null } | null;
  readonly start?: { readonly round?: number | null } | null;
}

/** Ticks that an effect lasts, and the tick it began on where that is known; null for one that does not end by ticks. */
export function ticksOfEffect(effect: ActiveEffect.Implementation): { readonly ticks: number; readonly from: number | null } | null {
  const { duration, start } = effect.toObject() as unknown as StoredEffect;
  const inRounds = duration?.units === undefined || duration.units === "rounds" ? duration?.value : null;
  const ticks = duration?.rounds ?? inRounds ?? null;
  if (typeof ticks !== "number" || !Number.isFinite(ticks) || ticks <= 0) return null;
  return { ticks: Math.ceil(ticks), from: duration?.startRound ?? start?.round ?? null };
}
