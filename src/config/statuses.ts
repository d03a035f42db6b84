import { STATUS_IDS, type StatusId } from "../rules/keys";

/** A status effect as both generations know it; Foundry's own icons, which every installation has. */
export interface StatusDefinition {
  readonly id: StatusId;
  readonly name: string;
  readonly img: string;
}

const ICONS: Readonly<Record<StatusId, string>> = {
  prone: "icons/svg/falling.svg",
  unconscious: "icons/svg/unconscious.svg",
  dying: "icons/svg/blood.svg",
  dead: "icons/svg/skull.svg",
  holding: "icons/svg/clockwork.svg",
  moving: "icons/svg/wing.svg",
  aiming: "icons/svg/target.svg",
  grappled: "icons/svg/net.svg",
  held: "icons/svg/padlock.svg",
  grappling: "icons/svg/combat.svg",
  cover50: "icons/svg/shield.svg",
  cover90: "icons/svg/castle.svg",
  surprised: "icons/svg/hazard.svg",
  blind: "icons/svg/blind.svg",
};

/** All status effects of the system; `dead` is Foundry's DEFEATED. */
export const STATUSES: readonly StatusDefinition[] = STATUS_IDS.map((id) => ({ id, name: `FATEWALKER.Status.${id}`, img: ICONS[id] }));
