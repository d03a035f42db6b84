import { actorData } from "../../data/access";
import type { Purchase } from "../../rules/advancement/types";

/** What a tree, branch or leaf is called: its own label, else the name of its key. */
const named = (label: string, key: string): string => {
  if (label !== "") return label;
  const name = `FATEWALKER.Skill.${key}`;
  return game.i18n.has(name) ? game.i18n.localize(name) : key;
};

/** Name of a skill branch or tree of an actor. */
export function skillName(actor: Actor.Implementation, tree: string, branch: string | null = null): string {
  const found = actorData(actor)?.skills[tree];
  if (branch === null) {
    const key = `FATEWALKER.Tree.${tree}`;
    if (found !== undefined && found.label !== "") return found.label;
    return game.i18n.has(key) ? game.i18n.localize(key) : named("", tree);
  }
  return named(found?.branches[branch]?.label ?? "", branch);
}

/** What a purchase is of. */
export function purchaseName(actor: Actor.Implementation, purchase: Purchase): string {
  switch (purchase.kind) {
    case "attribute":
      return game.i18n.localize(`FATEWALKER.Attribute.${purchase.attribute}`);
    case "root":
      return skillName(actor, purchase.tree);
    case "branch":
      return skillName(actor, purchase.tree, purchase.branch);
    case "leaf":
      return actorData(actor)?.skills[purchase.tree]?.branches[purchase.branch]?.leaves[purchase.leaf]?.name ?? purchase.leaf;
    case "trait":
    case "quirk":
      return actor.items.get(purchase.id)?.name ?? "";
    case "power":
      return purchase.power.key;
  }
}
