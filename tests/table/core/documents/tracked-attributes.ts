import { SchemaField } from "../fields/compound";
import { NumberField } from "../fields/simple";
import { documentConfig, host } from "../host";
import { DataModel } from "../model/data-model";
import type { Data } from "../types";
import { isFunction, isObject } from "../types";

/** What a token's bars can show, as paths below `system`. */
export interface TrackedAttributes {
  bar: string[][];
  value: string[][];
}

/**
 * What can be tracked: of a type as `CONFIG.Actor.trackableAttributes` says, else of a type's model or template, of a
 * schema, or of plain data, where `{value, max}` is a bar and any other number a value; of every type when none is named.
 * https://foundryvtt.com/api/classes/foundry.documents.TokenDocument.html#gettrackedattributes
 */
export function trackedAttributes(data?: unknown): TrackedAttributes {
  if (data === undefined) {
    const types = (documentConfig("Actor")["documentClass"] as unknown as { TYPES: string[] }).TYPES;
    return types.map((type) => trackedAttributes(type)).reduce(merged, { bar: [], value: [] });
  }
  if (typeof data === "string") return ofType(data);
  const schema: unknown = data instanceof DataModel ? data.schema : isFunction(data) ? Reflect.get(data, "schema") : data;
  return schema instanceof SchemaField ? ofSchema(schema, []) : ofData(isObject(data) ? data : {}, []);
}

function ofType(type: string): TrackedAttributes {
  const { trackableAttributes, dataModels } = documentConfig("Actor");
  const configured = isObject(trackableAttributes) ? trackableAttributes[type] : undefined;
  if (isObject(configured)) {
    const paths = (key: string): string[][] => (Array.isArray(configured[key]) ? (configured[key] as string[]) : []).map((path) => path.split("."));
    return { bar: paths("bar"), value: paths("value") };
  }
  const model = isObject(dataModels) ? dataModels[type] : undefined;
  if (model !== undefined) return trackedAttributes(model);
  const actors = host().world.template?.["Actor"];
  const fields: unknown = isObject(actors) ? actors[type] : undefined;
  return ofData(isObject(fields) ? fields : {}, []);
}

function ofSchema(schema: SchemaField, path: string[]): TrackedAttributes {
  const found: TrackedAttributes = { bar: [], value: [] };
  for (const [name, field] of schema.entries()) {
    const below = [...path, name];
    if (field instanceof NumberField) found.value.push(below);
    else if (field instanceof SchemaField) {
      const names = new Set(field.entries().map(([key]) => key));
      if (names.has("value") && names.has("max")) found.bar.push(below);
      else merged(found, ofSchema(field, below));
    }
  }
  return found;
}

function ofData(data: Data, path: string[]): TrackedAttributes {
  const found: TrackedAttributes = { bar: [], value: [] };
  for (const [name, value] of Object.entries(data)) {
    const below = [...path, name];
    if (typeof value === "number") found.value.push(below);
    else if (isObject(value) && !Array.isArray(value)) {
      if ("value" in value && "max" in value) found.bar.push(below);
      else merged(found, ofData(value, below));
    }
  }
  return found;
}

function merged(into: TrackedAttributes, more: TrackedAttributes): TrackedAttributes {
  for (const key of ["bar", "value"] as const) for (const path of more[key]) if (!into[key].some((known) => known.join(".") === path.join("."))) into[key].push(path);
  return into;
}
