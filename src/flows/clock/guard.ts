import { isCommitter, serially } from "../commit/commit";
import { sameJson } from "../commit/json";

/** What only a commit may change of a combatant, as it stands in its stored source. */
interface Kept {
  readonly initiative: number | null;
  readonly defeated: boolean;
  readonly system: Readonly<Record<string, unknown>>;
}

/** The last state of each combatant that this client took as rightful. */
const kept = new WeakMap<object, Kept>();

function keptOf(combatant: Combatant.Implementation): Kept {
  const { initiative, defeated, system } = combatant.toObject() as unknown as Kept;
  return { initiative, defeated, system };
}

/** Remembers a combatant when it is first read. */
export function noticeCombatant(combatant: Combatant.Implementation): void {
  if (!kept.has(combatant)) kept.set(combatant, keptOf(combatant));
}

/** A player's own initiative, rolled where there was none, is the one thing that owners write themselves. */
function isOwnRoll(before: Kept, now: Kept, tick: number): boolean {
  const rolled = before.initiative === null && Number.isInteger(now.initiative) && Number(now.initiative) > Math.max(0, tick);
  return rolled && before.defeated === now.defeated && sameJson({ ...before.system, since: 0 }, { ...now.system, since: 0 });
}

/**
 * Owners can write the data of their own combatants. What a player wrote that no commit had written is put back by the
 * client that commits, which says so to both sides.
 */
export async function guardCombatant(combatant: Combatant.Implementation, userId: string): Promise<void> {
  const before = kept.get(combatant);
  const now = keptOf(combatant);
  const user = game.users?.get(userId);
  if (before === undefined || user === undefined || user.isGM || sameJson(before, now) || isOwnRoll(before, now, combatant.parent?.round ?? 0)) {
    kept.set(combatant, now);
    return;
  }
  if (!isCommitter()) return;
  await serially(async () => void (await combatant.update({ initiative: before.initiative, defeated: before.defeated, system: before.system } as never)));
  const text = game.i18n.format("FATEWALKER.Clock.PutBack", { name: combatant.name ?? "", user: user.name });
  ui.notifications?.warn(text);
  await ChatMessage.implementation.create({ content: `<p>${foundry.utils.escapeHTML(text)}</p>`, whisper: [userId] } as never);
}
