import { host } from "./host";

interface Binding {
  key: string;
  modifiers: string[];
}

interface Action {
  onDown?: (context: object) => unknown;
  onUp?: (context: object) => unknown;
  restricted?: boolean;
}

interface Keybindings {
  actions: Map<string, Action>;
  bindings: Map<string, Binding[]>;
}

function held(event: KeyboardEvent): string[] {
  const modifiers: [boolean, string][] = [
    [event.ctrlKey || event.metaKey, "CONTROL"],
    [event.shiftKey, "SHIFT"],
    [event.altKey, "ALT"],
  ];
  return modifiers.filter(([down]) => down).map(([, name]) => name);
}

function normal(modifiers: string[]): string {
  return modifiers.map((name) => name.toUpperCase()).sort().join("+");
}

function dispatch(event: KeyboardEvent, up: boolean): void {
  if (event.target instanceof Element && event.target.closest("input, textarea, select, [contenteditable=true]")) return;
  const keybindings = host.game.keybindings as unknown as Keybindings | undefined;
  if (!keybindings) return;
  const modifiers = normal(held(event));
  for (const [id, bindings] of keybindings.bindings) {
    if (!bindings.some((binding) => binding.key === event.code && normal(binding.modifiers) === modifiers)) continue;
    const action = keybindings.actions.get(id);
    if (!action || (action.restricted && !host.game.user.isGM)) continue;
    const handler = up ? action.onUp : action.onDown;
    const context = { event, key: event.code, isShift: event.shiftKey, isControl: event.ctrlKey || event.metaKey, isAlt: event.altKey, up, repeat: event.repeat };
    if (handler?.(context) === true) {
      event.preventDefault();
      event.stopImmediatePropagation();
      return;
    }
  }
}

/** Runs registered keybindings: https://foundryvtt.com/api/v14/classes/foundry.helpers.interaction.ClientKeybindings.html */
export function listenToKeys(): void {
  const down = new Set<string>();
  window.addEventListener(
    "keydown",
    (event) => {
      down.add(event.code);
      dispatch(event, false);
    },
    { capture: true },
  );
  window.addEventListener(
    "keyup",
    (event) => {
      down.delete(event.code);
      dispatch(event, true);
    },
    { capture: true },
  );
  window.addEventListener("blur", () => down.clear());
  host.game.keyboard = { downKeys: down, isModifierActive: (name: string) => [...down].some((code) => code.toUpperCase().startsWith(name.toUpperCase())) };
}
