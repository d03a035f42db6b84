/* All types of an exchange and of its messages, by one path: each file of `types/` has a reason to change of its own. */
export * from "./types/declaration";
export * from "./types/state";
export * from "./types/outcome";
export * from "./types/card";
export * from "./types/messages";
