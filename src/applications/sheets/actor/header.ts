import type { ActorData } from "../../../data/actor/base";
import { say, sayOr } from "../../../helpers/text";
import { ATTRIBUTE_KEYS, THEMES, type AttributeKey } from "../../../rules/keys";
import { fightPlace } from "../../fight";
import { optionsOf, type Option } from "./options";

export interface HeaderContext {
  readonly theme: string;
  readonly themes: readonly Option[];
  readonly speed: string;
  readonly size: string;
  readonly encumbrance: string | null;
  readonly attributes: readonly { readonly key: AttributeKey; readonly label: string; readonly value: number; readonly source: number; readonly hint: string }[];
  readonly speedBase: number;
  readonly sizeValue: number;
  readonly visibleRange: number;
  /** When the actor acts in the fight on the screen. */
  readonly acts: null | { readonly label: string; readonly tick: string; readonly note: string; readonly due: boolean };
  readonly statuses: readonly string[];
}

/** Name line, numbers and tick at the head of the sheet. Inputs show what is stored, displays what is derived. */
export function headerContext(actor: Actor.Implementation, data: ActorData): HeaderContext {
  const source = data._source;
  const { speed, equipment } = data.derived;
  return {
    theme: data.theme === null ? "" : say(`FATEWALKER.Theme.${data.theme}`),
    themes: optionsOf(THEMES, data.theme, (key) => say(`FATEWALKER.Theme.${key}`), say("FATEWALKER.Sheet.NoTheme")),
    speed: say(speed.now === speed.base ? "FATEWALKER.Sheet.SpeedFull" : "FATEWALKER.Sheet.SpeedNow", { now: speed.now, base: speed.base }),
    size: say("FATEWALKER.Sheet.SizeNow", { size: data.size }),
    encumbrance: equipment.encumbrance === "none" ? null : say("FATEWALKER.Sheet.Load", { load: say(`FATEWALKER.Encumbrance.${equipment.encumbrance}`) }),
    attributes: ATTRIBUTE_KEYS.map((key) => {
      const label = say(`FATEWALKER.Attribute.${key}`);
      return { key, label, value: data.attributes[key].value, source: source.attributes[key].value, hint: say("FATEWALKER.Sheet.RollAttribute", { attribute: label }) };
    }),
    speedBase: source.speed.base,
    sizeValue: source.size,
    visibleRange: source.visibleRange,
    acts: actsOf(actor),
    statuses: [...actor.statuses].map((id) => sayOr(`FATEWALKER.Status.${id}`, id)),
  };
}

function actsOf(actor: Actor.Implementation): HeaderContext["acts"] {
  const place = fightPlace(actor);
  if (place === null || place.state === "out") return null;
  const { tick, now, due, state } = place;
  if (tick === null) return { label: say("FATEWALKER.Sheet.ActsAt"), tick: "–", note: say("FATEWALKER.Sheet.NoInitiative"), due: false };
  if (state === "holding") return { label: say("FATEWALKER.Sheet.Holding"), tick: String(tick), note: say("FATEWALKER.Sheet.MayPreempt"), due: false };
  const note = due ? say("FATEWALKER.Sheet.Now") : say("FATEWALKER.Sheet.InTicks", { ticks: tick - now });
  return { label: say("FATEWALKER.Sheet.ActsAt"), tick: String(tick), note, due };
}
