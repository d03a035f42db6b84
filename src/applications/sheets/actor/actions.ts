import { deleteAt } from "../../../compat/deletion";
import { actorData } from "../../../data/access";
import { rollCheck } from "../../../flows/checks";
import { participantOf } from "../../../flows/exchange";
import { pascal, say } from "../../../helpers/text";
import { ATTRIBUTE_KEYS, type AttributeKey } from "../../../rules/keys";
import { changeAt } from "../form-change";
import { openAdvance } from "../../dialogs/advance-dialog";
import { openDamage, openRest, openTreatOf } from "../../dialogs/healing";
import { useItem } from "../../use-item";
import { confirmDeletion } from "../confirm";
import { wornUpdate } from "./item-changes";
import { STORY_LISTS, type StoryList } from "./story";

/** The deeds behind the buttons of an actor sheet. `fast` (Shift) goes without a dialog. */

export const isAttribute = (key: string | undefined): key is AttributeKey => (ATTRIBUTE_KEYS as readonly string[]).includes(key ?? "");

export function itemOf(actor: Actor.Implementation, target: HTMLElement): Item.Implementation | null {
  const id = target.closest<HTMLElement>("[data-item-id]")?.dataset.itemId;
  return (id === undefined ? undefined : actor.items.get(id)) ?? null;
}

/** Opens what may be bought for good. */
export async function advance(actor: Actor.Implementation): Promise<void> {
  await openAdvance(actor);
}

export async function rollAttribute(actor: Actor.Implementation, target: HTMLElement, fast: boolean): Promise<void> {
  const attribute = target.dataset.attribute;
  if (isAttribute(attribute)) await rollCheck(actor, { attribute, skill: null }, { fast });
}

export async function rollSkill(actor: Actor.Implementation, target: HTMLElement, attribute: AttributeKey, fast: boolean): Promise<void> {
  const skill = target.dataset.skill;
  if (skill !== undefined) await rollCheck(actor, { attribute, skill }, { fast });
}

/** Performs a maneuver, attacks with a weapon. */
export async function performItem(actor: Actor.Implementation, target: HTMLElement, fast: boolean): Promise<void> {
  const item = itemOf(actor, target);
  if (item) await useItem(actor, item, fast);
}

/** Opens the window of treatment: for whoever is targeted as patient, else for this one where it is hurt, else with this one as healer. */
export async function treat(actor: Actor.Implementation): Promise<void> {
  const data = actorData(actor);
  const isHurt = data !== null && data.health.value < data.health.max;
  await openTreatOf(participantOf(actor), isHurt);
}

export const rest = (actor: Actor.Implementation): Promise<void> => openRest([participantOf(actor)]);

export const damage = (actor: Actor.Implementation): Promise<void> => openDamage([participantOf(actor)]);

export async function toggleWorn(actor: Actor.Implementation, target: HTMLElement): Promise<void> {
  const item = itemOf(actor, target);
  const update = item === null ? null : wornUpdate(item);
  if (update !== null) await item?.update(update as never);
}

export async function createItem(actor: Actor.Implementation, target: HTMLElement): Promise<void> {
  const type = target.dataset.type ?? "gear";
  const name = say(`FATEWALKER.Sheet.New.${pascal(type)}`);
  await actor.createEmbeddedDocuments("Item", [{ name, type } as never], { renderSheet: true });
}

export async function deleteItem(actor: Actor.Implementation, target: HTMLElement, skipQuestion: boolean): Promise<void> {
  const item = itemOf(actor, target);
  if (item && (await confirmDeletion(item.name, skipQuestion))) await item.delete();
}

export async function addLeaf(actor: Actor.Implementation, target: HTMLElement): Promise<string | null> {
  const path = target.dataset.path;
  if (path === undefined) return null;
  const leaf = `${path}.leaves.${foundry.utils.randomID()}`;
  await actor.update(changeAt(actor._source, leaf, { name: say("FATEWALKER.Sheet.NewLeaf"), value: 1 }));
  return `${leaf}.name`;
}

export async function removeLeaf(actor: Actor.Implementation, target: HTMLElement, skipQuestion: boolean): Promise<void> {
  const { path, name } = target.dataset;
  if (path === undefined || !(await confirmDeletion(name ?? "", skipQuestion))) return;
  const changes: Record<string, unknown> = {};
  deleteAt(changes, path);
  await actor.update(changes);
}

const isStoryList = (key: string | undefined): key is StoryList => (STORY_LISTS as readonly string[]).includes(key ?? "");

export async function addStory(actor: Actor.Implementation, target: HTMLElement): Promise<string | null> {
  const list = target.dataset.list;
  const source = actorData(actor)?._source;
  if (!isStoryList(list) || !source) return null;
  await actor.update({ system: { [list]: [...source[list], { name: "", text: "", done: false }] } });
  return `system.${list}.${source[list].length}.name`;
}

export async function removeStory(actor: Actor.Implementation, target: HTMLElement, skipQuestion: boolean): Promise<void> {
  const { list, index, name } = target.dataset;
  const source = actorData(actor)?._source;
  if (!isStoryList(list) || !source || !(await confirmDeletion(name ?? "", skipQuestion))) return;
  await actor.update({ system: { [list]: source[list].filter((_entry, at) => at !== Number(index)) } });
}
