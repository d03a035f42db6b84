import { HTMLMultiCheckboxElement, HTMLMultiSelectElement } from "./choice-elements";
import { AbstractFormInputElement } from "./form-element";
import { HTMLColorPickerElement, HTMLFilePickerElement, HTMLRangePickerElement } from "./picker-elements";
import { HTMLDocumentTagsElement, HTMLProseMirrorElement, HTMLStringTagsElement } from "./text-elements";

/** `foundry.applications.elements`. */
export const elements = {
  AbstractFormInputElement,
  HTMLColorPickerElement,
  HTMLDocumentTagsElement,
  HTMLFilePickerElement,
  HTMLMultiCheckboxElement,
  HTMLMultiSelectElement,
  HTMLProseMirrorElement,
  HTMLRangePickerElement,
  HTMLStringTagsElement,
};

const REGISTERED = [HTMLColorPickerElement, HTMLDocumentTagsElement, HTMLFilePickerElement, HTMLMultiCheckboxElement, HTMLMultiSelectElement, HTMLProseMirrorElement, HTMLRangePickerElement, HTMLStringTagsElement];

export function defineElements(): void {
  for (const element of REGISTERED) if (!customElements.get(element.tagName)) customElements.define(element.tagName, element);
}
