import { SYSTEM_ID } from "./defaults";

/** World settings that a GM sees in the settings window. */
export function registerSettings(): void {
  game.settings.register(SYSTEM_ID, "hideNpcNumbers", { ...words("hideNpcNumbers"), scope: "world", config: true, type: Boolean, default: true });
  game.settings.register(SYSTEM_ID, "autoApply", { ...words("autoApply"), scope: "world", config: true, type: Boolean, default: true });
  game.settings.register(SYSTEM_ID, "askForPowers", { ...words("askForPowers"), scope: "world", config: true, type: Boolean, default: true });
  game.settings.register(SYSTEM_ID, "autoAdvance", { ...words("autoAdvance"), scope: "world", config: true, type: Boolean, default: true });
  game.settings.register(SYSTEM_ID, "sealedDeeds", { scope: "client", config: false, type: String, default: "[]" });
  game.settings.register(SYSTEM_ID, "arrivalPlans", { scope: "client", config: false, type: String, default: "[]" });
  game.settings.register(SYSTEM_ID, "unsentAnswers", { scope: "client", config: false, type: String, default: "[]" });
  game.settings.register(SYSTEM_ID, "tickBarCollapsed", { scope: "client", config: false, type: Boolean, default: false });
  game.settings.register(SYSTEM_ID, "shieldRule", {
    ...words("shieldRule"),
    scope: "world",
    config: true,
    type: String,
    choices: { literal: "FATEWALKER.Setting.shieldRule.literal", charges: "FATEWALKER.Setting.shieldRule.charges" },
    default: "literal",
  });
}

const words = (key: string) => ({ name: `FATEWALKER.Setting.${key}.Name`, hint: `FATEWALKER.Setting.${key}.Hint` });
