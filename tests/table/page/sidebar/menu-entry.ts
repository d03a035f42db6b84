import { host } from "../host";
import type { ContextMenuEntry } from "../ux/context-menu";

interface Description {
  label: string;
  icon: string;
  visible?: (target: HTMLElement) => boolean;
  run: (target: HTMLElement) => unknown;
}

/** A context menu entry in the shape of the running generation. */
export function menuEntry({ label, icon, visible = () => true, run }: Description): ContextMenuEntry {
  if (host.generation >= 14) return { label, icon, visible, onClick: (_event, target) => run(target) };
  return { name: label, icon: `<i class="${icon}"></i>`, condition: visible, callback: run };
}
