import { say } from "../../helpers/text";
import { participantOfToken } from "../../flows/exchange";
import { combatantOf } from "../../flows/exchange/participants";
import { openEngagement } from "../dialogs/engagement-dialog";
import { openDamage, openTreat } from "../dialogs/healing";
import { openMovement } from "../dialogs/movement-windows";

/** A button beside a token: what the tracker's row offers as well, where the hand is already. */
interface TokenButton {
  readonly key: string;
  readonly icon: string;
  readonly label: string;
  press(): Promise<void>;
}

function buttonsFor(token: TokenDocument.Implementation): TokenButton[] {
  const participant = participantOfToken(token);
  const actor = token.actor;
  if (participant === null || actor?.isOwner !== true) return [];
  const combatant = combatantOf(participant);
  const fighting = combatant?.combat?.started === true ? combatant : null;
  const isGM = game.user?.isGM === true;
  return [
    ...(fighting === null ? [] : [{ key: "move", icon: "fa-person-running", label: say("FATEWALKER.Move.Of", { name: token.name }), press: () => openMovement(fighting) }]),
    ...(fighting === null || !isGM ? [] : [{ key: "engage", icon: "fa-people-arrows", label: say("FATEWALKER.Engagement.Of", { name: token.name }), press: () => openEngagement(fighting) }]),
    ...(isGM ? [{ key: "damage", icon: "fa-burst", label: say("FATEWALKER.Hud.Damage", { name: token.name }), press: () => openDamage([participant]) }] : []),
    { key: "treat", icon: "fa-kit-medical", label: say("FATEWALKER.Hud.Treat", { name: token.name }), press: () => openTreat({ healer: null, patient: participant }) },
  ];
}

function element({ key, icon, label, press }: TokenButton): HTMLButtonElement {
  const button = document.createElement("button");
  button.type = "button";
  button.className = "control-icon";
  button.dataset.fatewalker = key;
  // The host reads markup here.
  button.dataset.tooltip = foundry.utils.escapeHTML(label);
  button.setAttribute("aria-label", label);
  const glyph = document.createElement("i");
  glyph.className = `fa-solid ${icon}`;
  glyph.inert = true;
  button.append(glyph);
  button.addEventListener("click", (event) => {
    event.preventDefault();
    event.stopPropagation();
    void press();
  });
  return button;
}

/**
 * Adds the buttons of a fighter to the menu of its token: moving, and for GMs close combat, while it fights, damage and
 * treatment at any time, each for whoever may do it.
 */
export function addTokenButtons(token: TokenDocument.Implementation, menu: HTMLElement): void {
  const column = menu.querySelector(".col.left") ?? menu;
  for (const button of buttonsFor(token)) {
    if (menu.querySelector(`[data-fatewalker="${button.key}"]`) === null) column.append(element(button));
  }
}
