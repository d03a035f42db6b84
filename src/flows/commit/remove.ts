/** Deletes a message. Somebody else may have deleted it in the meantime: then nothing is left to do. */
export async function removeMessage(message: ChatMessage.Implementation, options: object = {}): Promise<void> {
  const isThere = (): boolean => game.messages?.has(message.id ?? "") === true;
  if (!isThere()) return;
  await message.delete(options as never).catch((error: unknown) => {
    if (isThere()) throw error;
  });
}
