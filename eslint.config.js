import tseslint from "typescript-eslint";
import { importOrder } from "./tools/lint/import-order.js";

export default tseslint.config(
  { ignores: ["dist/", "release/", "node_modules/", ".table/", "coverage/"] },
  ...tseslint.configs.recommended,
  {
    files: ["**/*.ts"],
    rules: {
      "@typescript-eslint/no-explicit-any": "error",
      "@typescript-eslint/no-non-null-assertion": "error",
      "@typescript-eslint/ban-ts-comment": ["error", { "ts-expect-error": true, "ts-ignore": true }],
      "@typescript-eslint/consistent-type-imports": ["error", { disallowTypeAnnotations: false }],
      "@typescript-eslint/no-unused-vars": ["error", { argsIgnorePattern: "^_" }],
      eqeqeq: ["error", "always"],
      "no-warning-comments": ["error", { terms: ["todo", "fixme", "xxx"] }],
    },
  },
  {
    files: ["src/**/*.ts"],
    ignores: ["src/*.d.ts"],
    plugins: { fatewalker: { rules: { "import-order": importOrder } } },
    rules: { "fatewalker/import-order": "error" },
  },
  {
    // The rules know no host, no clock and no chance of their own.
    files: ["src/rules/**/*.ts"],
    rules: {
      "no-restricted-globals": ["error", "foundry", "game", "CONFIG", "CONST", "Hooks", "document", "window", "setTimeout", "Date"],
      "no-restricted-properties": ["error", { object: "Math", property: "random" }],
    },
  },
);
