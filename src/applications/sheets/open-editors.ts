/** A rich text editor of Foundry's: `open` while a person writes in it. */
interface Editor extends HTMLElement {
  readonly open?: boolean;
}

/** Is somebody writing in one of the editors of this part? Then it must not be rendered anew, or the text would be lost. */
export function hasOpenEditor(part: HTMLElement | null | undefined): boolean {
  return [...(part?.querySelectorAll<Editor>("prose-mirror") ?? [])].some((editor) => editor.open === true);
}
