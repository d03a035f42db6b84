/* A worker thread reads TypeScript only once a loader is registered in the thread itself: `--import` comes too late for its entry. */
import { register } from "tsx/esm/api";

register();
await import("./headless-worker.ts");
