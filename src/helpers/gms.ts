/** Ids of the GMs of this world: whoever is whispered what only they may read. */
export const gmIds = (): string[] => (game.users?.filter(({ isGM }) => isGM) ?? []).map(({ id }) => id);

/** May this person read a message with these receivers? GMs may read all. @param whisper ids of users; none: everybody */
export const isReadBy = (whisper: readonly string[], user: Pick<User.Implementation, "id" | "isGM"> | null): boolean => whisper.length === 0 || (user !== null && (user.isGM || whisper.includes(user.id ?? "")));

/** Is a message with these receivers read by GMs alone? One without any is read by everybody. @param whisper ids of users */
export const isForGMsAlone = (whisper: readonly string[]): boolean => whisper.length > 0 && whisper.every((id) => game.users?.get(id)?.isGM === true);
