import { host } from "../host";
import { clamp, elementOf, escapeText } from "../plain";
import type { ApplicationHeaderControlsEntry, ApplicationPosition, ApplicationWindowConfiguration } from "./types";

/** Fills a new window with its header, its content element and its corner. */
export function fillFrame(frame: HTMLElement, settings: ApplicationWindowConfiguration, title: string): void {
  const icon = settings.icon ? `<i class="window-icon fa-fw ${escapeText(settings.icon)}" inert></i>` : "";
  frame.append(
    elementOf(
      `<header class="window-header">${icon}<h1 class="window-title">${escapeText(title)}</h1>` +
        `<button type="button" class="header-control fa-solid fa-ellipsis-vertical" data-action="toggleControls" aria-label="Window controls" aria-haspopup="true" data-tooltip="Window controls"></button>` +
        `<button type="button" class="header-control fa-solid fa-xmark" data-action="close" aria-label="Close" data-tooltip="Close"></button></header>`,
    ),
  );
  const content = document.createElement(settings.contentTag ?? "section");
  content.classList.add("window-content", ...(settings.contentClasses ?? []));
  frame.append(content);
  if (settings.resizable) frame.append(elementOf('<div class="window-resize-handle" aria-hidden="true"></div>'));
}

/** The header's menu, opened. */
export function controlsMenu(controls: Iterable<ApplicationHeaderControlsEntry>): HTMLElement {
  const menu = document.createElement("menu");
  menu.className = "controls-dropdown expanded";
  for (const control of controls) {
    menu.append(
      elementOf(
        `<li class="header-control"><button type="button" class="control" data-action="${escapeText(control.action ?? "")}"><i class="control-icon fa-fw ${escapeText(control.icon)}"></i><span class="control-label">${escapeText(host.localize(control.label))}</span></button></li>`,
      ),
    );
  }
  return menu;
}

/** Sizes and places a window: what has no place yet is centred, and the header stays within reach. */
export function placeWindow(element: HTMLElement, position: ApplicationPosition, minimized: boolean): void {
  const { innerWidth, innerHeight } = window;
  const { style } = element;
  style.width = position.width === "auto" ? "" : `${Math.min(position.width, innerWidth)}px`;
  style.height = minimized || position.height === "auto" ? "" : `${Math.min(position.height, innerHeight)}px`;
  style.maxHeight = `${innerHeight}px`;
  const { offsetWidth, offsetHeight } = element;
  const left = Number.isFinite(position.left) ? position.left : (innerWidth - offsetWidth) / 2;
  const top = Number.isFinite(position.top) ? position.top : (innerHeight - offsetHeight) / 2;
  position.left = Math.round(clamp(left, 0, innerWidth - offsetWidth));
  position.top = Math.round(clamp(top, 0, innerHeight - Math.min(offsetHeight, innerHeight)));
  style.left = `${position.left}px`;
  style.top = `${position.top}px`;
  style.transform = position.scale && position.scale !== 1 ? `scale(${position.scale})` : "";
}
