/** Pixels of a letter's height where nobody has asked for larger text. */
const USUAL = 16;

/** How much larger than usual this person's text is: 2 where it is twice as large. */
export const textScale = (): number => Number.parseFloat(getComputedStyle(document.documentElement).fontSize) / USUAL || 1;
