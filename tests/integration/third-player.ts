/* How a third player comes to a table of the starting world. The function runs at a GM's: in a page, or at a client without one. */

interface Fights {
  contents: { createEmbeddedDocuments(name: string, sources: object[]): Promise<unknown> }[];
}
interface Scenes {
  contents: { id: string; createEmbeddedDocuments(name: string, sources: object[]): Promise<{ id: string }[]> }[];
}
declare const game: {
  packs: { get(id: string): { getDocuments(): Promise<{ system: { key: string }; toObject(): object }[]> } | undefined };
  scenes: Scenes;
  combats: Fights;
};
declare const User: { implementation: { create(source: object): Promise<{ id: string }> } };
declare const Actor: { implementation: { create(source: object): Promise<{ id: string }> } };

/**
 * Carl joins with the knight of the pack, whose token stands on the first scene as Hedwig, and who takes part in the
 * fight that waits there.
 * @returns the id of the user
 */
export async function bringThirdPlayer(): Promise<string> {
  const { id } = await User.implementation.create({ name: "Carl", role: 1 });
  const knight = (await game.packs.get("fatewalker.pregens")?.getDocuments())?.find(({ system }) => system.key === "pregen-knight")?.toObject();
  const actor = await Actor.implementation.create({ ...knight, ownership: { default: 0, [id]: 3 } });
  const scene = game.scenes.contents[0];
  const [token] = (await scene?.createEmbeddedDocuments("Token", [{ name: "Hedwig", actorId: actor.id, actorLink: true, x: 1500, y: 900 }])) ?? [];
  await game.combats.contents[0]?.createEmbeddedDocuments("Combatant", [{ actorId: actor.id, tokenId: token?.id, sceneId: scene?.id }]);
  return id;
}
