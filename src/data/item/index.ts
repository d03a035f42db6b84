import { ArmorData } from "./armor";
import { EnergyShieldData } from "./energy-shield";
import { GearData } from "./gear";
import { HandShieldData } from "./hand-shield";
import { ManeuverData } from "./maneuver";
import { PowerData } from "./power";
import { TraitData } from "./trait";
import { WeaponData } from "./weapon";

/** Data models of all item types, by type. */
export const ITEM_MODELS = {
  armor: ArmorData,
  energyShield: EnergyShieldData,
  handShield: HandShieldData,
  weapon: WeaponData,
  maneuver: ManeuverData,
  power: PowerData,
  gear: GearData,
  trait: TraitData,
};
