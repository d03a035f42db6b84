import { say } from "../helpers/text";

export interface DropChoice {
  readonly key: string;
  readonly label: string;
  readonly hint: string;
}

/**
 * A small menu at a token: arrow keys or Tab choose, Enter takes, Escape leaves everything as it was, and so does a click
 * anywhere else.
 * @returns key of the chosen entry; null when it was left
 */
export function askAtToken({ title, choices, chosen, at }: { readonly title: string; readonly choices: readonly DropChoice[]; readonly chosen: string; readonly at: { readonly x: number; readonly y: number } }): Promise<string | null> {
  return new Promise((resolve) => {
    const before = document.activeElement;
    const menu = document.createElement("div");
    menu.className = "fatewalker fw-drop-menu";
    menu.setAttribute("role", "menu");
    menu.setAttribute("aria-label", title);
    const heading = document.createElement("p");
    heading.className = "fw-label";
    heading.textContent = title;
    const buttons = choices.map(({ key, label, hint }) => {
      const button = document.createElement("button");
      button.type = "button";
      button.className = key === chosen ? "fw-button primary" : "fw-button";
      button.setAttribute("role", "menuitem");
      button.dataset.choice = key;
      button.textContent = label;
      button.title = hint;
      return button;
    });
    menu.append(heading, ...buttons);

    const finish = (choice: string | null): void => {
      document.removeEventListener("pointerdown", outside, true);
      menu.remove();
      if (before instanceof HTMLElement) before.focus({ preventScroll: true });
      resolve(choice);
    };
    const outside = (event: Event): void => {
      if (event.target instanceof Node && menu.contains(event.target)) return;
      finish(null);
    };
    menu.addEventListener("click", (event) => {
      const button = event.target instanceof Element ? event.target.closest<HTMLElement>("[data-choice]") : null;
      if (button?.dataset.choice) finish(button.dataset.choice);
    });
    menu.addEventListener("keydown", (event) => {
      const index = buttons.findIndex((button) => button === document.activeElement);
      const step = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 }[event.key];
      // Neither the canvas nor other windows hear the keys of an open menu.
      event.stopPropagation();
      if (event.key === "Escape") {
        event.preventDefault();
        finish(null);
      } else if (step !== undefined) {
        event.preventDefault();
        buttons[(index + step + buttons.length) % buttons.length]?.focus();
      }
    });
    document.addEventListener("pointerdown", outside, true);
    document.body.append(menu);
    place(menu, at);
    buttons.find((button) => button.dataset.choice === chosen)?.focus();
  });
}

/** Beside the token, and always whole on the screen. */
function place(menu: HTMLElement, { x, y }: { readonly x: number; readonly y: number }): void {
  const { width, height } = menu.getBoundingClientRect();
  menu.style.left = `${Math.max(8, Math.min(x, window.innerWidth - width - 8))}px`;
  menu.style.top = `${Math.max(8, Math.min(y, window.innerHeight - height - 8))}px`;
}

export const giveChoice = (): DropChoice => ({ key: "give", label: say("FATEWALKER.Drop.Give"), hint: say("FATEWALKER.Drop.GiveHint") });
export const performChoice = (): DropChoice => ({ key: "perform", label: say("FATEWALKER.Drop.Perform"), hint: say("FATEWALKER.Drop.PerformHint") });
