import { host } from "./host";

/**
 * The pause of the game, kept as a world setting so that every client hears of it.
 * https://foundryvtt.com/api/v14/functions/hookEvents.pauseGame.html
 */
export function registerPause(): void {
  const { game, hooks } = host;
  game.settings.register("core", "practicePaused", {
    scope: "world",
    config: false,
    type: Boolean,
    default: false,
    onChange: (paused: boolean) => {
      game.paused = paused;
      hooks.callAll("pauseGame", paused, {});
    },
  });
  game.togglePause = (paused: boolean): unknown => {
    if (!game.user.isGM) return undefined;
    return game.settings.set("core", "practicePaused", paused);
  };
  hooks.once("setup", () => {
    game.paused = game.settings.get("core", "practicePaused") === true;
  });
}
