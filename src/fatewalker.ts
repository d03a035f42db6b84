import { api } from "./applications/api";
import { registerDialogs, watchForPrompts } from "./applications/dialogs";
import { registerMovementWindows } from "./applications/dialogs/movement-windows";
import { watchHotbar } from "./applications/hotbar";
import { followFights, registerSheets } from "./applications/sheets";
import { registerSettingsMenus, watchWorld } from "./applications/settings";
import { openTickBar } from "./applications/hud";
import { FatewalkerCombatTracker } from "./applications/sidebar/combat-tracker";
import { registerRuler } from "./canvas/ruler";
import { watchDrops } from "./canvas/token-drop";
import { registerCards, watchAsked, watchLedgers, watchRefusals } from "./chat";
import { registerStatuses } from "./compat/statuses";
import { SECONDS_PER_TICK } from "./config/defaults";
import { registerSettings } from "./config/settings";
import { STATUSES } from "./config/statuses";
import { ACTOR_MODELS } from "./data/actor";
import { COMBAT_MODELS } from "./data/combat";
import { COMBATANT_MODELS } from "./data/combatant";
import { ITEM_MODELS } from "./data/item";
import { messageDataModels } from "./data/message";
import { FatewalkerDie } from "./dice/die";
import { FatewalkerRoll } from "./dice/roll";
import { FatewalkerActor } from "./documents/actor";
import { FatewalkerActorDelta } from "./documents/actor-delta";
import { FatewalkerChatMessage } from "./documents/chat-message";
import { FatewalkerCombat } from "./documents/combat";
import { FatewalkerCombatant } from "./documents/combatant";
import { FatewalkerItem } from "./documents/item";
import { handleExchangeWishes } from "./flows/exchange";
import { watchEngagements } from "./flows/engagement";
import { handleHealingWishes } from "./flows/healing";
import { listenForIntents } from "./flows/intents";
import { finishHalfDone, handleUndoWishes, watchCards } from "./flows/log";
import { watchMoments } from "./flows/moment/client";
import { watchDrags, watchMovement } from "./flows/movement";
import { handlePowerWishes } from "./flows/powers";
import { registerClockEvents } from "./flows/events";
import { fulfilClockWishes, sortFights } from "./flows/clock";
import { registerMigrationSettings } from "./migrations/settings";

/* The entry: what Foundry must know of the system, and when. It holds no logic of its own. */

Hooks.once("init", () => {
  CONFIG.Actor.documentClass = FatewalkerActor;
  CONFIG.ActorDelta.documentClass = FatewalkerActorDelta;
  CONFIG.Item.documentClass = FatewalkerItem;
  CONFIG.Combat.documentClass = FatewalkerCombat;
  CONFIG.Combatant.documentClass = FatewalkerCombatant;
  CONFIG.ChatMessage.documentClass = FatewalkerChatMessage;
  Object.assign(CONFIG.Actor.dataModels, ACTOR_MODELS);
  Object.assign(CONFIG.Item.dataModels, ITEM_MODELS);
  Object.assign(CONFIG.Combat.dataModels, COMBAT_MODELS);
  Object.assign(CONFIG.Combatant.dataModels, COMBATANT_MODELS);
  Object.assign(CONFIG.ChatMessage.dataModels, messageDataModels);
  CONFIG.ui.combat = FatewalkerCombatTracker;
  CONFIG.Actor.trackableAttributes = Object.fromEntries(Object.keys(ACTOR_MODELS).map((type) => [type, { bar: ["health", "will", "fate"], value: [] }]));

  CONFIG.Dice.terms["z"] = FatewalkerDie;
  CONFIG.Dice.rolls.push(FatewalkerRoll);

  CONFIG.time.roundTime = SECONDS_PER_TICK;
  CONFIG.time.turnTime = 0;

  registerStatuses(STATUSES);
  registerSettings();
  registerMigrationSettings();
  registerSettingsMenus();
  registerClockEvents();
  watchMovement();
  watchEngagements();
  fulfilClockWishes();
  handleExchangeWishes();
  handlePowerWishes();
  handleHealingWishes();
  handleUndoWishes();
  registerSheets();
  followFights();
  registerDialogs();
  registerMovementWindows();
  registerRuler();
  registerCards();
  watchDrops();
  watchHotbar();
  Object.assign(game.system, { api });
});

Hooks.once("ready", () => {
  sortFights();
  listenForIntents(finishHalfDone);
  watchCards();
  watchDrags();
  watchMoments();
  watchLedgers();
  watchRefusals();
  watchAsked();
  watchForPrompts();
  openTickBar();
  watchWorld();
});
