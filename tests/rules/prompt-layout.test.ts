import { describe, expect, test } from "vitest";
import { placeFor } from "../../src/applications/dialogs/prompt-layout";

const room = { left: 8, top: 150, width: 904, height: 640 };
const prompt = { width: 440, height: 300 };

describe("where prompts stand", () => {
  test("the first in the upper corner beside the sidebar, the next below it, a third to the left of them", () => {
    const first = placeFor(prompt, room, [], []);
    expect(first).toEqual({ left: 472, top: 150 });
    const second = placeFor(prompt, room, [{ ...first, ...prompt }], []);
    expect(second).toEqual({ left: 472, top: 458 });
    const third = placeFor(prompt, room, [{ ...first, ...prompt }, { ...second, ...prompt }], []);
    expect(third).toEqual({ left: 24, top: 150 });
  });

  test("off the tokens that it is about, wherever they are", () => {
    const token = { left: 600, top: 250, width: 40, height: 40 };
    const { left, top } = placeFor(prompt, room, [], [token]);
    expect(left + prompt.width <= token.left || left >= token.left + token.width || top + prompt.height <= token.top || top >= token.top + token.height).toBe(true);
    expect({ left, top }).toEqual({ left: 472, top: 298 });
  });

  test("wherever the window happened to be drawn first", () => {
    const token = { left: 533, top: 352, width: 65, height: 33 };
    const drawn = { left: 463, top: 162, width: 440, height: 600 };
    expect(placeFor(drawn, { left: 8, top: 162, width: 987, height: 598 }, [], [token])).toEqual({ left: 85, top: 162 });
  });

  test("in full view where the screen is too small for it, over a token rather than over another question", () => {
    const small = { left: 8, top: 8, width: 460, height: 320 };
    const other = { left: 28, top: 8, width: 440, height: 100 };
    const place = placeFor({ width: 440, height: 200 }, small, [other], [{ left: 200, top: 250, width: 40, height: 40 }]);
    expect(place).toEqual({ left: 28, top: 116 });
  });
});
