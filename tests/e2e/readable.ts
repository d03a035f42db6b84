import type { Locator } from "playwright-core";

/* What a person with ordinary eyes can see and read of an element: asked of the page, by what it computed. */

/** Least contrast that WCAG 2.2, level AA, asks for (1.4.3): of text, and of large text. */
const AA = { text: 4.5, large: 3 } as const;
/** From which size in pixels text counts as large, and from which when it is bold. */
const LARGE = { plain: 24, bold: 18.66 } as const;

interface Unreadable {
  readonly text: string;
  readonly contrast: number;
  readonly wanted: number;
}

/**
 * Texts of an element that stand out too little from what is behind them. Controls that are switched off, and what only
 * screen readers get, do not count. Behind a gradient every one of its colours counts.
 */
export const tooFaint = (element: Locator): Promise<Unreadable[]> =>
  element.evaluate((root, { aa, large }) => {
    const canvas = document.createElement("canvas");
    const brush = canvas.getContext("2d", { willReadFrequently: true });
    if (brush === null) throw new Error("There is nothing to mix colours with.");
    type Colour = readonly [red: number, green: number, blue: number];
    /** One colour seen through another; the page itself knows how to read every notation. */
    const over = (below: Colour, colour: string, opacity = 1): Colour => {
      brush.globalAlpha = 1;
      brush.fillStyle = `rgb(${below.join(" ")})`;
      brush.fillRect(0, 0, 1, 1);
      brush.globalAlpha = opacity;
      brush.fillStyle = colour;
      brush.fillRect(0, 0, 1, 1);
      const [red = 0, green = 0, blue = 0] = brush.getImageData(0, 0, 1, 1).data;
      return [red, green, blue];
    };
    const luminance = (colour: Colour): number => {
      const [red = 0, green = 0, blue = 0] = colour.map((part) => (part / 255 <= 0.04045 ? part / 255 / 12.92 : ((part / 255 + 0.055) / 1.055) ** 2.4));
      return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
    };
    const contrast = (one: Colour, other: Colour): number => {
      const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
      return (light + 0.05) / (dark + 0.05);
    };
    const found: Unreadable[] = [];
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      const holder = node.parentElement;
      const text = node.textContent?.trim() ?? "";
      if (holder === null || text === "" || !holder.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue;
      if (holder.closest(":disabled, [aria-disabled='true'], .fw-hidden-text, .visually-hidden") !== null) continue;
      const chain: Element[] = [];
      for (let at: Element | null = holder; at !== null; at = at.parentElement) chain.unshift(at);
      let behind: Colour[] = [[255, 255, 255]];
      let opacity = 1;
      for (const one of chain) {
        const { backgroundColor, backgroundImage, opacity: own } = getComputedStyle(one);
        const stops = backgroundImage.match(/(?:rgba?|color|oklch|oklab)\([^()]*\)/g) ?? [];
        behind = behind.flatMap((below) => {
          const plain = over(below, backgroundColor);
          return [plain, ...stops.map((stop) => over(plain, stop))];
        });
        opacity *= Number(own);
      }
      const { color, fontSize, fontWeight } = getComputedStyle(holder);
      const size = Number.parseFloat(fontSize);
      const wanted = size >= large.plain || (size >= large.bold && Number(fontWeight) >= 700) ? aa.large : aa.text;
      const worst = Math.min(...behind.map((ground) => contrast(ground, over(ground, color, opacity))));
      if (worst < wanted) found.push({ text: text.slice(0, 60), contrast: Math.round(worst * 100) / 100, wanted });
    }
    return found;
  }, { aa: AA, large: LARGE });

/**
 * Places of an element where something else lies over it or the screen ends, of its corners, its middle and the middles
 * of its sides; empty: all of it is to be seen.
 */
export const coveredPlaces = (element: Locator): Promise<string[]> =>
  element.evaluate((root) => {
    const { left, top, width, height } = root.getBoundingClientRect();
    // Round corners are not of the element.
    const inset = 7;
    const across = { left: left + inset, middle: left + width / 2, right: left + width - inset };
    const down = { top: top + inset, middle: top + height / 2, bottom: top + height - inset };
    return Object.entries(across).flatMap(([column, x]) =>
      Object.entries(down).flatMap(([line, y]) => {
        const hit = document.elementFromPoint(x, y);
        return hit !== null && (root === hit || root.contains(hit)) ? [] : [`${line} ${column}: ${hit === null ? "beyond the screen" : `${hit.tagName}.${hit.className}`}`];
      }));
  });

/** Is all of an element's box on the screen? */
export const isWhollyOnScreen = (element: Locator): Promise<boolean> =>
  element.evaluate((root) => {
    const { left, top, right, bottom } = root.getBoundingClientRect();
    return left >= 0 && top >= 0 && right <= window.innerWidth && bottom <= window.innerHeight && right > left && bottom > top;
  });

/** How light an element's own ground is, from 0 (black) to 1 (white), as it was painted. */
export const lightness = (element: Locator): Promise<number> =>
  element.evaluate((root) => {
    const brush = document.createElement("canvas").getContext("2d");
    let ground: Element | null = root;
    const isClear = (one: Element): boolean => /^rgba\(.*, 0\)$|^transparent$/.test(getComputedStyle(one).backgroundColor);
    while (ground !== null && isClear(ground)) ground = ground.parentElement;
    if (brush === null || ground === null) return 0;
    brush.fillStyle = getComputedStyle(ground).backgroundColor;
    brush.fillRect(0, 0, 1, 1);
    const [red = 0, green = 0, blue = 0] = brush.getImageData(0, 0, 1, 1).data;
    return (red + green + blue) / 765;
  });
