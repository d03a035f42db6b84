import { cp, mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "vite";

const PAGE = fileURLToPath(new URL(".", import.meta.url));

const INDEX = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Practice table</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/page.css">
<script type="module" src="/page.js"></script>
</head>
<body class="theme-dark"></body>
</html>
`;

/**
 * Bundles the page of the practice table: `index.html`, `page.js`, `page.css`, fonts, and the host's templates.
 * @param outDir  an own folder; what is in it is replaced
 */
export async function buildPage(outDir: string): Promise<void> {
  await build({
    configFile: false,
    root: PAGE,
    logLevel: "warn",
    build: {
      outDir,
      emptyOutDir: true,
      target: "es2023",
      minify: false,
      cssMinify: false,
      sourcemap: true,
      assetsInlineLimit: 0,
      cssCodeSplit: false,
      rolldownOptions: {
        // How long plugins take is nothing for who starts a table.
        checks: { pluginTimings: false },
        input: join(PAGE, "main.ts"),
        output: { keepNames: true, entryFileNames: "page.js", codeSplitting: false, assetFileNames: (asset) => (asset.names.some((name) => name.endsWith(".css")) ? "page.css" : "assets/[name][extname]") },
      },
    },
  });
  await mkdir(outDir, { recursive: true });
  await cp(join(PAGE, "templates"), join(outDir, "templates"), { recursive: true });
  await writeFile(join(outDir, "index.html"), INDEX);
}
