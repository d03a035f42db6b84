import "./styles/page.css";
import { SocketBackend } from "../client/socket-backend";
import { createTable, type Table, type WorldPayload } from "../core";
import { bindHost } from "./host";
import { buildInterface, openTable, prepareInterface } from "./interface";
import { registerPause } from "./pause";
import { installPage } from "./install";
import { importModules, importStyles } from "./package-files";
import { showLoss } from "./table/connection";
import { applyTheme, rememberedTheme } from "./theme";

/** Opens the table for the user named in the address: `/game?user=<id>`. */
async function main(): Promise<void> {
  applyTheme(rememberedTheme());
  const userId = new URLSearchParams(window.location.search).get("user");
  if (!userId) {
    window.location.replace("/join");
    return;
  }
  const { backend, world } = await SocketBackend.connect({
    url: window.location.origin,
    userId,
    onLost: showLoss,
    onRestored: () => window.location.reload(),
  });
  await start(world, createTable({ world, backend, target: globalThis as unknown as Record<string, unknown>, headless: false, storage: window.localStorage }));
}

async function start(world: WorldPayload, table: Table): Promise<void> {
  bindHost(table);
  prepareInterface();
  installPage();
  document.title = `${world.world.title} · practice table`;
  document.body.classList.add("vtt", "game", `system-${String(world.system.id)}`);
  await importStyles(world.system);
  await importModules(world.system);
  await table.boot({ beforeInit: registerPause, beforeReady: buildInterface, canvasConfig: () => ({ width: window.innerWidth, height: window.innerHeight, resolution: window.devicePixelRatio }) });
  await openTable();
  document.documentElement.dataset.table = "ready";
}

main().catch((error: unknown) => {
  console.error(error);
  document.documentElement.dataset.table = "failed";
  const reason = error instanceof Error ? error.message : String(error);
  const notice = document.createElement("main");
  notice.className = "table-failed";
  const heading = document.createElement("h1");
  heading.textContent = "The table did not open";
  const text = document.createElement("p");
  text.textContent = reason;
  const link = document.createElement("a");
  link.href = "/join";
  link.textContent = "Back to the join page";
  notice.append(heading, text, link);
  document.body.append(notice);
});
