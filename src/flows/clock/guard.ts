import { isCommitter } from "../commit/commit";
import { seriallyHere } from "../commit/in-turn";
import { nested, sameJson } from "../commit/json";

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

/** What is kept of a combatant by its path. Engagement, aim and the like count as a whole. */
function pathsOf({ initiative, defeated, system }: Kept): Map<string, unknown> {
  return new Map<string, unknown>([["initiative", initiative], ["defeated", defeated], ...Object.entries(system).map(([key, value]) => [`system.${key}`, value] as const)]);
}

/** What somebody changed, as it was before, where it is still as it was left: commits may have written over it since. */
function leftOver(before: Kept, left: Kept, now: Kept): Record<string, unknown> {
  const [was, wrote, is] = [pathsOf(before), pathsOf(left), pathsOf(now)];
  return Object.fromEntries([...was].filter(([path, value]) => !sameJson(value, wrote.get(path)) && sameJson(wrote.get(path), is.get(path))));
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
  await seriallyHere(async () => {
    const changes = leftOver(before, now, keptOf(combatant));
    if (Object.keys(changes).length === 0) return;
    await combatant.update(nested(changes) as never);
    const text = game.i18n.format("FATEWALKER.Clock.PutBack", { name: combatant.name ?? "", user: user.name });
    ui.notifications?.warn(text);
    await ChatMessage.implementation.create({ content: `<p>${foundry.utils.escapeHTML(text)}</p>`, whisper: [userId] } as never);
  });
}
