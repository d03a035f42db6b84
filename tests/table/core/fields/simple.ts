/** Fields of single values. https://foundryvtt.com/api/modules/foundry.data.fields.html */
export * from "./number-fields";
export * from "./reference-fields";
export * from "./string-fields";
