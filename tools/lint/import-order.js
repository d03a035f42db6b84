import path from "node:path";

/**
 * Folders of `src` in the order in which they may use each other: a file imports from its own layer or an earlier one.
 * Folders of one layer may use each other too; `rules` imports nothing outside itself, packages included.
 */
export const LAYERS = [["rules"], ["config", "helpers", "compat", "migrations"], ["data", "dice"], ["flows"], ["documents"], ["applications", "chat", "canvas"], ["fatewalker.ts"]];

const layerOf = (folder) => LAYERS.findIndex((layer) => layer.includes(folder));

/** First folder (or file) below `src` on a path; null outside of `src`. */
function folderOf(file) {
  const parts = file.split(path.sep);
  const src = parts.lastIndexOf("src");
  return src < 0 ? null : (parts[src + 1] ?? null);
}

/** Lint rule: imports run one way. */
export const importOrder = {
  meta: {
    type: "problem",
    docs: { description: "Imports between the folders of src run one way." },
    messages: {
      backwards: "src/{{from}} may not import from src/{{to}}: it comes later in the import order.",
      outside: "src/rules imports nothing outside itself.",
    },
    schema: [],
  },
  create(context) {
    const from = folderOf(context.filename);
    if (from === null) return {};
    const check = (node) => {
      const source = node.source?.value;
      if (typeof source !== "string") return;
      const relative = source.startsWith(".");
      const to = relative ? folderOf(path.resolve(path.dirname(context.filename), `${source}${source.endsWith(".ts") ? "" : ".ts"}`)) : null;
      if (from === "rules" && to !== "rules") context.report({ node, messageId: "outside" });
      else if (to !== null && layerOf(path.basename(to)) > layerOf(from)) context.report({ node, messageId: "backwards", data: { from, to } });
    };
    return { ImportDeclaration: check, ExportNamedDeclaration: check, ExportAllDeclaration: check, ImportExpression: check };
  },
};
