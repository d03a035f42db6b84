import { SYSTEM_ID } from "../config/defaults";
import { ITEM_MODELS } from "../data/item";
import { say } from "../helpers/text";

const OWN_TYPES = Object.keys(ITEM_MODELS);

interface DropData {
  readonly type?: string;
  readonly uuid?: string;
}

/** Takes items of ours that are dropped on the hotbar; anything else passes on untouched. Called once, in `init`. */
export function watchHotbar(): void {
  Hooks.on("hotbarDrop", (_bar: unknown, data: unknown, slot: unknown) => {
    const { type, uuid } = data as DropData;
    if (type !== "Item" || uuid === undefined) return true;
    // The index of a compendium knows the type as well: the hook must answer at once.
    const item = foundry.utils.fromUuidSync(uuid) as { type?: string } | null;
    if (item?.type === undefined || !OWN_TYPES.includes(item.type)) return true;
    void assign(uuid, Number(slot));
    return false;
  });
}

/** Puts a macro that uses the item into a slot; one that does the same is used again. */
async function assign(uuid: string, slot: number): Promise<void> {
  const item = (await foundry.utils.fromUuid(uuid)) as Item.Implementation | null;
  if (item === null) return;
  const words = item.system.key === "" ? [item.name] : [item.system.key, { name: item.name }];
  const command = `game.system.api.use(${words.map((word) => JSON.stringify(word)).join(", ")});`;
  const macro = game.macros?.find((candidate) => candidate.command === command && candidate.isOwner) ?? (await createMacro(item, command));
  if (macro) await game.user?.assignHotbarMacro(macro, slot);
}

async function createMacro(item: Item.Implementation, command: string): Promise<Macro.Implementation | null> {
  if (game.user?.can("MACRO_SCRIPT") !== true) {
    ui.notifications?.warn(say("FATEWALKER.Hotbar.NoScripts"));
    return null;
  }
  const source = { name: item.name, type: "script", img: item.img, command, flags: { [SYSTEM_ID]: { key: item.system.key } } };
  return ((await Macro.implementation.create(source as never)) as Macro.Implementation | undefined) ?? null;
}
