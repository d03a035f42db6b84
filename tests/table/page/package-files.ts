import type { Json, Source } from "../core/protocol";

/** What a manifest lists, as paths under the system's folder. */
function paths(system: Source, entry: Json | undefined): string[] {
  const list = Array.isArray(entry) ? entry : [];
  return list.flatMap((item) => (typeof item === "string" ? [`/systems/${String(system.id)}/${item}`] : []));
}

/**
 * Loads the style sheets of a manifest, each in its cascade layer: `{src, layer}`, layer `system` where none is named,
 * none at all where it is null. https://foundryvtt.com/api/v14/interfaces/foundry.packages.types._SystemManifestData.html
 */
export async function importStyles(system: Source): Promise<void> {
  const styles = Array.isArray(system.styles) ? system.styles : [];
  await Promise.all(
    styles.map(async (style) => {
      const src = typeof style === "string" ? style : style && typeof style === "object" && !Array.isArray(style) ? String(style.src) : null;
      if (!src) return;
      const named = style && typeof style === "object" && !Array.isArray(style) ? style.layer : undefined;
      const layer = named === null ? "" : ` layer(${typeof named === "string" ? named : "system"})`;
      const element = document.createElement("style");
      element.textContent = `@import url("/systems/${String(system.id)}/${src}")${layer};`;
      await new Promise<void>((resolve) => {
        element.addEventListener("load", () => resolve(), { once: true });
        element.addEventListener("error", () => {
          console.error(`The style sheet ${src} could not be loaded.`);
          resolve();
        }, { once: true });
        document.head.append(element);
      });
    }),
  );
}

/** Imports the system's ES modules in their order. */
export async function importModules(system: Source): Promise<void> {
  for (const path of paths(system, system.esmodules)) await import(/* @vite-ignore */ path);
}
