/** Fields that hold other fields. https://foundryvtt.com/api/modules/foundry.data.fields.html */
export * from "./array-field";
export * from "./compound-parts";
export * from "./object-field";
export * from "./schema-field";
