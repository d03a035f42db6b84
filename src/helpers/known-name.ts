/** The name by which people know an actor: copies of one actor that stand on a scene have the names of their tokens. */
export const knownName = (actor: Actor.Implementation): string => actor.token?.name ?? actor.name;
