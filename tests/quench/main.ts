import { registerScenarios, type Quench } from "./batch";

declare const Hooks: { on(name: "quenchReady", handler: (quench: Quench) => void): number };

// The hook is Quench's own: without Quench nothing ever calls it.
Hooks.on("quenchReady", registerScenarios);
