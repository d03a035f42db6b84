/**
 * Drag and drop workflow of an application.
 * https://foundryvtt.com/api/v14/classes/foundry.applications.ux.DragDrop.html
 */
export interface DragDropConfiguration {
  dragSelector?: string | null;
  dropSelector?: string | null;
  permissions?: { dragstart?: (selector: string) => boolean; drop?: (selector: string) => boolean };
  callbacks?: Partial<Record<"dragstart" | "dragover" | "drop" | "dragend" | "dragenter" | "dragleave", (event: DragEvent) => unknown>>;
}

export class DragDrop {
  static implementation: typeof DragDrop = DragDrop;

  dragSelector: string | null;
  dropSelector: string | null;
  permissions: NonNullable<DragDropConfiguration["permissions"]>;
  callbacks: NonNullable<DragDropConfiguration["callbacks"]>;

  constructor({ dragSelector, dropSelector, permissions, callbacks }: DragDropConfiguration = {}) {
    this.dragSelector = dragSelector ?? null;
    this.dropSelector = dropSelector ?? null;
    this.permissions = permissions ?? {};
    this.callbacks = callbacks ?? {};
  }

  /** Listens on `html`; may be called again after a render, without listening twice. */
  bind(html: HTMLElement): this {
    if (this.can("dragstart", this.dragSelector) && this.dragSelector) {
      for (const element of html.querySelectorAll<HTMLElement>(this.dragSelector)) {
        element.setAttribute("draggable", "true");
        element.ondragstart = (event) => this.#handleDragStart(event);
        element.ondragend = (event) => this.#call(event, "dragend");
      }
    }
    if (this.can("drop", this.dropSelector)) {
      const targets = this.dropSelector && !html.matches(this.dropSelector) ? [...html.querySelectorAll<HTMLElement>(this.dropSelector)] : [html];
      for (const element of targets) {
        element.ondragover = (event) => {
          event.preventDefault();
          this.#call(event, "dragover");
        };
        element.ondragenter = (event) => this.#call(event, "dragenter");
        element.ondragleave = (event) => this.#call(event, "dragleave");
        element.ondrop = (event) => {
          event.preventDefault();
          this.#call(event, "drop");
        };
      }
    }
    return this;
  }

  can(action: "dragstart" | "drop", selector: string | null): boolean {
    const permission = this.permissions[action];
    return permission ? permission(selector ?? "") : true;
  }

  #handleDragStart(event: DragEvent): void {
    this.#call(event, "dragstart");
    if (event.dataTransfer && event.dataTransfer.items.length > 0) event.stopPropagation();
  }

  #call(event: DragEvent, action: keyof NonNullable<DragDropConfiguration["callbacks"]>): void {
    const result = this.callbacks[action]?.(event);
    if (result instanceof Promise) {
      result.catch((error: unknown) => {
        console.error(error);
        throw error;
      });
    }
  }

  /** A small picture for the pointer while dragging. */
  static createDragImage(image: HTMLImageElement, width: number, height: number): HTMLCanvasElement {
    const canvas = document.createElement("canvas");
    canvas.width = width;
    canvas.height = height;
    canvas.getContext("2d")?.drawImage(image, 0, 0, width, height);
    return canvas;
  }

  static getPayload(event: DragEvent): unknown {
    try {
      return JSON.parse(event.dataTransfer?.getData("text/plain") ?? "");
    } catch {
      return undefined;
    }
  }
}
