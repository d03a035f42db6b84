/** One of the values that an element lists, with a button that takes it away where it can be changed. */
export function tagElement({ key, label, editable, remove }: { key: string; label: string; editable: boolean; remove: () => void }): HTMLElement {
  const tag = document.createElement("span");
  tag.className = "tag";
  tag.dataset.key = key;
  tag.textContent = label;
  if (!editable) return tag;
  const button = document.createElement("button");
  button.type = "button";
  button.className = "remove fa-solid fa-xmark";
  button.ariaLabel = `Remove ${label}`;
  button.addEventListener("click", remove);
  tag.append(button);
  return tag;
}
