/** Successes that an attack, a parry or a block needs to hit (Dramatic Scenes, The Attack Roll). */
export const HIT_SUCCESSES = 2;
/** Successes of Prowess(Resilience) that keep someone awake after a blow that stuns; a reading, since the page names no roll. */
export const CONSCIOUSNESS_SUCCESSES = 2;
