import type { HeadlessClient } from "../table/client/headless";

/* A module that shows dice in 3D, whose dice fall for as long as a test wants. */

interface Falling {
  falling: (() => void)[];
}
declare const game: { dice3d?: object };

/** Dice of this client fall until somebody says that they lie. */
export const diceHang = (client: HeadlessClient): Promise<void> =>
  client.run(() => {
    const falling: (() => void)[] = [];
    Object.assign(globalThis, { falling });
    Object.assign(game, { dice3d: { showForRoll: () => new Promise<void>((resolve) => falling.push(resolve)) } });
  });

/** Do dice fall? For `until`. */
export const isFalling = (): boolean => (globalThis as unknown as Falling).falling.length > 0;

/** All dice lie, those that are thrown from now on as soon as they are thrown; whatever this client does with them is done. */
export const diceLie = (client: HeadlessClient): Promise<void> =>
  client.run(async () => {
    Object.assign(game, { dice3d: { showForRoll: () => Promise.resolve() } });
    for (const lies of (globalThis as unknown as Falling).falling) lies();
    for (let turns = 0; turns < 50; turns += 1) await new Promise((resolve) => setTimeout(resolve, 0));
    Object.assign(game, { dice3d: undefined });
  });
