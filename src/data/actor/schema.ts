import { ACTOR_DEFAULTS } from "../../config/defaults";
import { ATTRIBUTE_KEYS, THEMES, type AttributeKey } from "../../rules/keys";
import { ArrayField, MeasureField, NullableWholeField, OptionalChoiceField, SchemaField, TypedObjectField, WholeField, flag, html, isRecordKey, text } from "../fields";
import { skillsField } from "./skills";

const attribute = () => new SchemaField({ value: new WholeField({ initial: ACTOR_DEFAULTS.attribute, max: ACTOR_DEFAULTS.attributeMaximum }) });

const attributes = () =>
  new SchemaField(Object.fromEntries(ATTRIBUTE_KEYS.map((key) => [key, attribute()])) as Record<AttributeKey, ReturnType<typeof attribute>>);

const wounds = () =>
  new SchemaField({
    temporary: new SchemaField({ value: new WholeField(), max: new NullableWholeField() }),
    normal: new SchemaField({
      rows: new WholeField({ initial: ACTOR_DEFAULTS.normalRows, min: 1, max: 20 }),
      columns: new WholeField({ initial: ACTOR_DEFAULTS.normalColumns, min: 1, max: 20 }),
      value: new WholeField(),
      stun: new WholeField(),
      penalties: new ArrayField(new WholeField(), { required: true, nullable: false, initial: [...ACTOR_DEFAULTS.penalties] }),
    }),
    mortal: new SchemaField({ value: new WholeField(), max: new NullableWholeField() }),
    stabilized: flag(),
    bleeding: new SchemaField({ combat: text(), tick: new WholeField() }, { required: true, nullable: true, initial: null }),
  });

/** An extended roll that is under way; null: none. */
const extendedRoll = () => new SchemaField({ total: new WholeField(), rolls: new WholeField() }, { required: true, nullable: true, initial: null });

const healing = () =>
  new SchemaField({
    firstAid: new NullableWholeField({ min: -99 }),
    caretaking: new NullableWholeField({ min: -99 }),
    lastNewWound: new NullableWholeField(),
    operated: flag(),
    stabilizing: extendedRoll(),
    surgery: extendedRoll(),
  });

const list = () => new ArrayField(new SchemaField({ name: text(), text: text(), done: flag() }), { required: true, nullable: false, initial: [] });

/** Schema of both actor types, path by path as the contract names them. */
export const defineActorSchema = () => ({
  key: text(),
  attributes: attributes(),
  speed: new SchemaField({ base: new WholeField({ initial: ACTOR_DEFAULTS.speed, max: 99 }) }),
  size: new WholeField({ initial: ACTOR_DEFAULTS.size, max: 99 }),
  visibleRange: new WholeField({ initial: ACTOR_DEFAULTS.visibleRange }),
  theme: new OptionalChoiceField(THEMES),
  skills: skillsField(),
  will: new SchemaField({
    rating: new WholeField({ initial: ACTOR_DEFAULTS.will, max: 40 }),
    bonus: new WholeField({ max: 40 }),
    spent: new WholeField(),
    fatigue: new WholeField(),
    exhaustion: new WholeField(),
  }),
  fate: new SchemaField({ rating: new WholeField({ initial: ACTOR_DEFAULTS.fate, max: 40 }), spent: new WholeField(), apathy: new WholeField(), ennui: flag() }),
  wounds: wounds(),
  points: new SchemaField({ character: new WholeField(), story: new WholeField(), objective: new WholeField(), power: new WholeField() }),
  learning: new TypedObjectField(new WholeField(), { required: true, nullable: false, validateKey: isRecordKey }),
  healing: healing(),
  money: new MeasureField(),
  profile: new SchemaField({ height: text(), weight: text(), age: text(), eyes: text(), hair: text(), scars: text(), concept: text(), home: text() }),
  goals: list(),
  relationships: list(),
  backgrounds: list(),
  biography: html(),
  gmNotes: html(),
});

export type ActorSchema = ReturnType<typeof defineActorSchema>;
