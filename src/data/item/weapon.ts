import { DAMAGE_TYPES, LADDERS, PROJECTILES, SIZES, WEAPON_GROUPS } from "../../rules/keys";
import { ChoiceField, MeasureField, SchemaField, WholeField, flag, text } from "../fields";
import { ItemData, carriedSchema, commonSchema } from "./base";

const defineWeaponSchema = () => ({
  ...commonSchema(),
  ...carriedSchema(),
  group: new ChoiceField(WEAPON_GROUPS, "melee"),
  size: new ChoiceField(SIZES, "M"),
  length: new MeasureField({ initial: 1 }),
  damage: new SchemaField({
    formula: text("5x1"),
    tn: new WholeField({ initial: 5, max: 8 }),
    type: new ChoiceField(DAMAGE_TYPES, "physical"),
    stun: flag(),
    ladder: new ChoiceField(LADDERS, "standard"),
  }),
  /** Ticks; total speed is base + recoil (backswing for melee). */
  speed: new SchemaField({ base: new WholeField({ initial: 5 }), recoil: new WholeField({ initial: 1 }) }),
  reload: new WholeField(),
  /** Upper limits in metres; all 0 for what is not shot or thrown. */
  range: new SchemaField({ short: new MeasureField(), medium: new MeasureField(), long: new MeasureField() }),
  magazine: new SchemaField({ value: new WholeField(), max: new WholeField(), kind: text() }),
  ammunition: text(),
  projectile: new ChoiceField(PROJECTILES, "none"),
  burstRecoil: new MeasureField({ initial: 1 }),
  stopChargeBonus: new WholeField(),
  special: text(),
  /** Metres, and demotions for each metre from the centre; null: it strikes one target. */
  area: new SchemaField({ radius: new MeasureField(), falloff: new WholeField() }, { required: true, nullable: true, initial: null }),
});

type WeaponSchema = ReturnType<typeof defineWeaponSchema>;

/** A weapon (core rules, Weapons). */
export class WeaponData extends ItemData<WeaponSchema> {
  protected static override readonly shapes = { damage: "object", speed: "object", range: "object", magazine: "object" } as const;

  static override defineSchema(): WeaponSchema {
    return defineWeaponSchema();
  }
}
