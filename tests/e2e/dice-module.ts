import type { Page } from "playwright-core";

/* A dice module as Dice So Nice is one, on the page of a test. https://gitlab.com/riccisi/foundryvtt-dice-so-nice/-/wikis/API/Roll */

interface RollView {
  readonly formula: string;
}
interface RolledMessage {
  readonly type: string;
  readonly whisper: readonly string[];
  readonly rolls: readonly RollView[];
}
declare const game: { readonly user: { readonly id: string } };
declare const Hooks: { on(name: string, heard: (message: RolledMessage, changes: { readonly system?: { readonly phase?: string } }) => void): void };

/**
 * It shows the rolls of messages that this person may read, and those that it is handed, which lie a moment later; it keeps
 * in what order that was, and when cards changed.
 */
export const bringDice = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const diceLog: string[] = [];
    Hooks.on("createChatMessage", ({ whisper, rolls }) => {
      if (whisper.length === 0 || whisper.includes(game.user.id)) diceLog.push(...rolls.map(({ formula }) => `message ${formula}`));
    });
    Hooks.on("updateChatMessage", ({ type }, { system }) => {
      if (type === "exchange" && system?.phase !== undefined) diceLog.push(`card ${system.phase}`);
    });
    const showForRoll = async ({ formula }: RollView): Promise<boolean> => {
      diceLog.push(`falls ${formula}`);
      await new Promise((resolve) => setTimeout(resolve, 150));
      diceLog.push("lies");
      return true;
    };
    Object.assign(game, { dice3d: { showForRoll } });
    Object.assign(globalThis, { diceLog });
  });

/** What happened since it was brought: `message <formula>`, `falls <formula>`, `lies`, `card <phase>`. */
export const diceLog = (page: Page): Promise<string[]> => page.evaluate(() => (globalThis as unknown as { diceLog: string[] }).diceLog);

export const takeDiceAway = (page: Page): Promise<void> => page.evaluate(() => { Object.assign(game, { dice3d: undefined }); });
