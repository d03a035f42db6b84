/** Ids of the GMs of this world: whoever is whispered what only they may read. */
export const gmIds = (): string[] => (game.users?.filter(({ isGM }) => isGM) ?? []).map(({ id }) => id);

/** Is a message with these receivers read by GMs alone? One without any is read by everybody. @param whisper ids of users */
export const isForGMsAlone = (whisper: readonly string[]): boolean => whisper.length > 0 && whisper.every((id) => game.users?.get(id)?.isGM === true);
