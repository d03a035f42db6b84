interface Pictured {
  readonly _source: { readonly img?: string | null | undefined };
  update(changes: Record<string, unknown>): Promise<unknown>;
}

/** Lets a person choose a document's picture. */
export async function chooseImage(document: Pictured): Promise<void> {
  const picker = new foundry.applications.apps.FilePicker.implementation({
    type: "image",
    current: document._source.img ?? "",
    callback: (path: string) => void document.update({ img: path }),
  });
  await picker.browse();
}
