import { deleteAt } from "../../compat/deletion";
import { record, text } from "../../data/message/read";
import { combatData } from "../clock/state";
import { writeNow } from "../commit/commit";
import { seeTo } from "../commit/in-turn";

/** Where a fight keeps who has left it in sight of everybody, by id: what they did stays in the log of players. */
const LEFT = "flags.fatewalker.left";

/** The name of somebody who has left a fight in sight of everybody; null: nobody whom players may know of. */
export function nameOfLeft(combat: Combat.Implementation, id: string): string | null {
  const name = text(record(foundry.utils.getProperty(combat, LEFT))[id]);
  return name === "" ? null : name;
}

/** Writes down who leaves in sight of everybody, where the log tells of that one; at ready. Who leaves hidden stays so, and who is brought back has not left. */
export function watchLeavers(): void {
  Hooks.on("deleteCombatant", ({ id, name, hidden, parent: combat }: Combatant.Implementation) => {
    if (combat === null || id === null || hidden || game.combats?.has(combat.id ?? "") !== true) return;
    const told = Object.values(combatData(combat as Combat.Implementation)?.log ?? {}).some(({ ids }) => ids.includes(id));
    if (told) seeTo(() => writeNow([{ action: "update", uuid: combat.uuid, changes: { [`${LEFT}.${id}`]: name ?? "" } }]));
  });
  Hooks.on("createCombatant", ({ id, parent: combat }: Combatant.Implementation) => {
    if (combat === null || id === null || nameOfLeft(combat as Combat.Implementation, id) === null) return;
    const changes = {};
    deleteAt(changes, `${LEFT}.${id}`);
    seeTo(() => combat.update(changes));
  });
}
