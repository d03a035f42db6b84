import type { ACTOR_MODELS } from "./data/actor";
import type { COMBAT_MODELS } from "./data/combat";
import type { COMBATANT_MODELS } from "./data/combatant";
import type { ITEM_MODELS } from "./data/item";
import type { messageDataModels } from "./data/message";
import type { FatewalkerActor } from "./documents/actor";
import type { FatewalkerActorDelta } from "./documents/actor-delta";
import type { FatewalkerChatMessage } from "./documents/chat-message";
import type { FatewalkerCombat } from "./documents/combat";
import type { FatewalkerCombatant } from "./documents/combatant";
import type { FatewalkerItem } from "./documents/item";
import type { ScheduledEvent } from "./rules/clock/types";

/** What this system adds to Foundry's configuration, told to the compiler in one place. */
declare module "@league-of-foundry-developers/foundry-vtt-types/configuration" {
  interface SystemNameConfig {
    name: "fatewalker";
  }
  interface AssumeHookRan {
    ready: never;
  }
  interface DataModelConfig {
    Actor: typeof ACTOR_MODELS;
    Item: typeof ITEM_MODELS;
    ChatMessage: typeof messageDataModels;
    Combat: typeof COMBAT_MODELS;
    Combatant: typeof COMBATANT_MODELS;
  }
  interface DocumentClassConfig {
    Actor: typeof FatewalkerActor;
    ActorDelta: typeof FatewalkerActorDelta;
    ChatMessage: typeof FatewalkerChatMessage;
    Item: typeof FatewalkerItem;
    Combat: typeof FatewalkerCombat;
    Combatant: typeof FatewalkerCombatant;
  }
  interface ConfiguredCombat<SubType extends Combat.SubType> {
    document: FatewalkerCombat & { type: SubType };
  }
  interface ConfiguredCombatant<SubType extends Combatant.SubType> {
    document: FatewalkerCombatant & { type: SubType };
  }
  interface SettingConfig {
    "fatewalker.hideNpcNumbers": boolean;
    "fatewalker.shieldRule": string;
    "fatewalker.autoApply": boolean;
    "fatewalker.autoAdvance": boolean;
    "fatewalker.askForPowers": boolean;
    "fatewalker.tickBarCollapsed": boolean;
    "fatewalker.sealedDeeds": string;
    "fatewalker.arrivalPlans": string;
    "fatewalker.unsentAnswers": string;
    "fatewalker.migrationVersion": number;
    "fatewalker.migrationReport": foundry.data.fields.ObjectField<{ required: true; nullable: false }>;
  }
  namespace Hooks {
    interface HookConfig {
      /** A scheduled event of a fight's clock fired; on the client that commits, once for every occurrence. */
      "fatewalker.clockEvent": (combat: FatewalkerCombat, event: { readonly eventId: string; readonly tick: number; readonly event: ScheduledEvent }) => void;
      /** Where a combatant would land on the clock while somebody thinks an action over; null: no longer. Only on the client where it is thought over. */
      "fatewalker.preview": (preview: { readonly combatant: string; readonly tick: number | null }) => void;
      /** A combatant's turn to declare began; once for a combatant and tick, on the client that commits. */
      "fatewalker.turnStart": (combat: FatewalkerCombat, combatant: FatewalkerCombatant, tick: number) => void;
      /** A combatant's turn is over; once for a combatant and tick, on the client that commits. */
      "fatewalker.turnEnd": (combat: FatewalkerCombat, combatant: FatewalkerCombatant, tick: number) => void;
      /** Before a token bar writes (hookEvents.modifyTokenAttribute of the public API); false cancels. */
      modifyTokenAttribute: (
        data: { attribute: string; value: number; isDelta: boolean; isBar: boolean },
        updates: Record<string, unknown>,
        actor: FatewalkerActor,
      ) => boolean | void;
    }
  }
}
