import { defineConfig } from "vite";

/**
 * One ES module with its class names kept: Foundry stores names of sheets and Roll classes in worlds, so nothing may
 * rename them. Foundry itself is global, never imported.
 */
export default defineConfig({
  publicDir: false,
  build: {
    target: "es2023",
    outDir: "dist",
    emptyOutDir: false,
    sourcemap: true,
    minify: false,
    lib: { entry: "src/fatewalker.ts", formats: ["es"], fileName: () => "fatewalker.js" },
    rolldownOptions: { output: { keepNames: true } },
  },
});
