import { MAIN_BUTTON, OTHER_BUTTON } from "../../helpers/dialog-buttons";
import { isDose } from "../../flows/events";
import { say } from "../../helpers/text";
import { LAST_TICK } from "../../rules/clock/check";
import type { ScheduledEvent } from "../../rules/clock/types";
import { DAMAGE_TYPES } from "../../rules/keys";
import { RuleError } from "../../rules/errors";

const TEMPLATE = "systems/fatewalker/templates/sidebar/event-dialog.hbs";
/** Kinds that a GM writes by hand; everything else the rules put on the clock themselves. */
export const WRITTEN_KINDS = ["note", "reinforcements", "damage"] as const;
/** Where a new event stands at first. */
const FIRST_TICK = "+12";

const words = (value: unknown): string => (typeof value === "string" ? value : "");
const numberText = (value: number | null): string => (value === null ? "" : String(value));

/**
 * A tick as a GM writes it: `40`, or `+12` from now.
 * @throws RuleError `FATEWALKER.Error.BadTicks` for anything else
 */
export function readTick(text: string, now: number): number {
  const match = /^\s*(\+?)\s*(\d{1,6})\s*$/.exec(text);
  if (match === null) throw new RuleError("FATEWALKER.Error.BadTicks", { value: text });
  return Math.min(LAST_TICK, (match[1] === "+" ? now : 0) + Number(match[2]));
}

function field(form: HTMLFormElement, name: string): string {
  const input = form.elements.namedItem(name);
  return input instanceof HTMLInputElement || input instanceof HTMLSelectElement ? input.value.trim() : "";
}

function checked(form: HTMLFormElement, name: string): boolean {
  const input = form.elements.namedItem(name);
  return input instanceof HTMLInputElement && input.checked;
}

function count(form: HTMLFormElement, name: string): number | null {
  const text = field(form, name);
  if (text === "") return null;
  const value = Number(text);
  if (!Number.isInteger(value) || value < 1) throw new RuleError("FATEWALKER.Error.BadTicks", { value: text });
  return value;
}

/** What stands in the form. @throws RuleError for what cannot be */
function readForm(form: HTMLFormElement, now: number): ScheduledEvent {
  const kind = field(form, "kind");
  const every = count(form, "every");
  const times = count(form, "times");
  const target = field(form, "target") || null;
  const damage = field(form, "damage");
  if (kind === "damage" && target === null) throw new RuleError("FATEWALKER.Error.EventNeedsTarget");
  if (kind === "damage" && !isDose(damage)) throw new RuleError("FATEWALKER.Error.DamageFormula", { formula: damage });
  return {
    kind, target, every, tick: readTick(field(form, "tick"), now), left: every === null || times === null ? null : times - 1,
    data: { text: field(form, "text"), public: checked(form, "public"), damage, type: field(form, "type"), stun: checked(form, "stun"), armor: checked(form, "armor") },
  };
}

/**
 * Asks what shall happen on the clock, and when. What cannot be is said at once, and the window stays.
 * @returns null when the GM thought better of it
 */
export async function askEvent(combat: Combat.Implementation, event: ScheduledEvent | null): Promise<ScheduledEvent | null> {
  const data = event?.data ?? {};
  const content = await foundry.applications.handlebars.renderTemplate(TEMPLATE, {
    tick: event === null ? FIRST_TICK : String(event.tick),
    every: numberText(event?.every ?? null),
    times: numberText(event === null || event.left === null ? null : event.left + 1),
    kinds: WRITTEN_KINDS.map((value) => ({ value, label: say(`FATEWALKER.Event.Kind.${value}`), chosen: value === (event?.kind ?? "note") })),
    targets: combat.combatants.contents.map(({ id, name }) => ({ value: id ?? "", label: name ?? "", chosen: id === event?.target })),
    types: DAMAGE_TYPES.map((value) => ({ value, label: say(`FATEWALKER.Event.Type.${value}`), chosen: value === words(data.type) })),
    text: words(data.text), damage: words(data.damage), stun: data.stun === true, armor: data.armor === true, public: data.public === true,
  });
  const answer: unknown = await foundry.applications.api.DialogV2.wait({
    window: { title: event === null ? "FATEWALKER.Event.Form.Add" : "FATEWALKER.Event.Form.Edit" },
    classes: ["fatewalker", "fw-event-dialog"],
    content,
    rejectClose: false,
    buttons: [
      { action: "save", label: "FATEWALKER.Event.Form.Save", ...MAIN_BUTTON, callback: (_event, button) => (button.form === null ? null : saved(button.form, combat.round)) },
      { action: "cancel", label: "FATEWALKER.Tracker.Cancel", ...OTHER_BUTTON, callback: () => null },
    ],
  });
  if (answer instanceof Refused) {
    ui.notifications?.warn(say(answer.reason.key, Object.fromEntries(Object.entries(answer.reason.data).map(([name, value]) => [name, String(value)]))));
    return askEvent(combat, answer.draft);
  }
  return isEvent(answer) ? answer : null;
}

/** A form that could not be read, with what can be kept of it for the next try. */
class Refused {
  constructor(readonly reason: RuleError, readonly draft: ScheduledEvent | null) {}
}

function saved(form: HTMLFormElement, now: number): ScheduledEvent | Refused {
  try {
    return readForm(form, now);
  } catch (error) {
    if (!(error instanceof RuleError)) throw error;
    return new Refused(error, draftOf(form, now));
  }
}

/** Everything of the form that makes sense, so that a slip of the pen costs one field. */
function draftOf(form: HTMLFormElement, now: number): ScheduledEvent {
  const number = (name: string): number | null => (/^\d+$/.test(field(form, name)) ? Math.max(1, Number(field(form, name))) : null);
  const times = number("times");
  const tick = /^\+?\d{1,6}$/.test(field(form, "tick")) ? readTick(field(form, "tick"), now) : now + 1;
  return {
    kind: field(form, "kind"), target: field(form, "target") || null, tick, every: number("every"), left: times === null ? null : times - 1,
    data: { text: field(form, "text"), public: checked(form, "public"), damage: field(form, "damage"), type: field(form, "type"), stun: checked(form, "stun"), armor: checked(form, "armor") },
  };
}

const isEvent = (value: unknown): value is ScheduledEvent => typeof value === "object" && value !== null && "kind" in value && "tick" in value;
