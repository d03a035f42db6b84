/** The terms of rolls. https://foundryvtt.com/api/modules/foundry.dice.terms.html */
export * from "./compound-terms";
export * from "./dice-term";
export * from "./die";
export * from "./roll-term";
