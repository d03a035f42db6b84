import { host } from "../host";
import { elementOf } from "../plain";
import { instances } from "../api/application-v2";
import type { Canvas } from "../canvas/canvas";

/** What a person had before them when the connection broke, for the page that comes after it. */
interface Left {
  sceneId: string | null;
  tab: string | null;
  chatDraft: string;
  /** Documents whose sheets were open, with where these stood. */
  sheets: { uuid: string; left: number; top: number }[];
  /** The field that was being filled in. */
  field: { uuid: string; name: string; value: string } | null;
}

const KEY = "practice-table.left";
const CHAT = "#chat-message";

type TextField = HTMLInputElement | HTMLTextAreaElement;

function isTextField(element: Element | null): element is TextField {
  return element instanceof HTMLTextAreaElement || (element instanceof HTMLInputElement && ["text", "number", "search", "url"].includes(element.type));
}

interface SheetLike {
  document: { uuid: string; documentName: string };
  element: HTMLElement;
  position: { left?: number; top?: number };
  rendered: boolean;
}

function sheets(): SheetLike[] {
  return [...instances.values()].filter((app) => app.rendered && app.hasFrame && "document" in app && app.element instanceof HTMLElement) as unknown as SheetLike[];
}

/** Notes what is open and half written. */
function noteLeft(): void {
  const focused = document.activeElement;
  const owner = sheets().find(({ element }) => element.contains(focused));
  const left: Left = {
    sceneId: (host.canvas as { scene?: { id: string } | null }).scene?.id ?? null,
    tab: document.querySelector<HTMLElement>('#sidebar [role="tab"][aria-selected="true"]')?.dataset.tab ?? null,
    chatDraft: document.querySelector<HTMLTextAreaElement>(CHAT)?.value ?? "",
    sheets: sheets().map(({ document: { uuid }, position }) => ({ uuid, left: position.left ?? 0, top: position.top ?? 0 })),
    field: owner && isTextField(focused) && focused.name !== "" ? { uuid: owner.document.uuid, name: focused.name, value: focused.value } : null,
  };
  sessionStorage.setItem(KEY, JSON.stringify(left));
}

/** The connection broke: says so over the whole width, and lets nothing be done that would be lost. */
export function showLoss(): void {
  // Before boot there is nothing to keep.
  if (host.bound && host.game.ready) noteLeft();
  document.documentElement.dataset.table = "lost";
  for (const element of document.body.children) if (!(element instanceof HTMLScriptElement) && element.id !== "table-faults" && element.id !== "notifications") element.toggleAttribute("inert", true);
  document.querySelector("#table-lost")?.remove();
  document.body.prepend(
    elementOf(
      '<section id="table-lost" role="alert"><i class="fa-solid fa-plug-circle-xmark" inert></i><div><strong>No connection to the table.</strong> Trying again by itself. Everything you saw settled is safe; the page comes back as it is as soon as the table answers.</div></section>',
    ),
  );
}

/** The page that comes after a loss looks as the one before it did. */
export async function restoreLeft(canvas: Canvas): Promise<void> {
  const stored = sessionStorage.getItem(KEY);
  if (stored === null) return;
  sessionStorage.removeItem(KEY);
  const left = JSON.parse(stored) as Left;
  const scene = host.game.scenes.get(left.sceneId ?? "");
  if (scene && canvas.scene?.id !== scene.id && (scene.active || host.game.user.isGM)) await canvas.draw(scene);
  if (left.tab !== null) (host.ui.sidebar as { changeTab(tab: string, group: string): void }).changeTab(left.tab, "primary");
  const chat = document.querySelector<HTMLTextAreaElement>(CHAT);
  if (chat && left.chatDraft !== "") chat.value = left.chatDraft;
  for (const { uuid, left: x, top: y } of left.sheets) await reopen(uuid, { left: x, top: y });
  const owner = left.field && sheets().find(({ document: { uuid } }) => uuid === left.field?.uuid);
  const field = owner?.element.querySelector(`[name="${CSS.escape(left.field?.name ?? "")}"]`) ?? null;
  if (isTextField(field) && left.field) {
    field.focus();
    // As if typed, so that leaving the field saves it.
    field.select();
    document.execCommand("insertText", false, left.field.value);
  }
  host.notify("info", "You are back at the table.");
}

async function reopen(uuid: string, position: { left: number; top: number }): Promise<void> {
  const resolve = Reflect.get(globalThis, "fromUuid") as (uuid: string) => Promise<{ visible?: boolean; sheet?: { render(options: object): Promise<unknown>; setPosition?(position: object): unknown } } | null>;
  const found = await resolve(uuid).catch(() => null);
  if (!found?.sheet || found.visible === false) return;
  await found.sheet.render({ force: true });
  found.sheet.setPosition?.(position);
}
