import type { ClockOperation } from "../../rules/clock/types";
import { actorData } from "../../data/access";
import { isCommitter, isWriting } from "../commit/commit";
import { seeTo } from "../commit/in-turn";
import type { DocumentChange } from "../commit/types";
import { hidesNumbers } from "../exchange/card";
import { publicParticipant } from "../exchange/names";
import { isUnseen, participantOf } from "../exchange/participants";
import { plainHand } from "../healing/by-hand";
import { personAt } from "../healing/people";
import { wounded } from "../healing/wound";
import { focusedAt, focusEnds, markedBoxes, marksOn, type Marks } from "./focus";
import { followHarm } from "./harm";
import { boundTo } from "./sharing";
import { writePowerDeed } from "./write";

const gained = (before: Marks, after: Marks): number => after.reduce((sum, marks, index) => sum + Math.max(0, marks - (before[index] ?? 0)), 0);

/** The last marks of each chart that this client has seen. */
const seen = new WeakMap<object, Marks>();

/** A chart of which nothing is known yet was as it is; one on which a focus rests was as when that began. */
function look(actor: Actor.Implementation): void {
  if (actorData(actor) === null) return;
  const after = marksOn(actor);
  const before = seen.get(actor);
  seen.set(actor, after);
  if (!isCommitter()) return;
  const boxes = before === undefined ? Math.max(0, markedBoxes(actor) - (focusedAt(actor) ?? markedBoxes(actor))) : gained(before, after);
  if (boxes === 0) return;
  // What a commit marks, or an undo, has brought its consequences along; only a focus that still stands there tells of another hand.
  const byHand = !isWriting();
  const wounds = before === undefined ? 0 : gained(before.slice(1), after.slice(1));
  seeTo(() => follow(actor, { boxes, wounds, byHand }));
}

interface Marked {
  readonly boxes: number;
  readonly wounds: number;
  readonly byHand: boolean;
}

/**
 * Damage that somebody marked on the sheet, on a bar or by a macro has the consequences that it has from a blow: one commit with its
 * card, which the GM takes back as any other. Spent Will and Fate end nothing: no power asks for points that are left
 * (Powers, Hyperfocus, Berserker and Balance).
 */
async function follow(actor: Actor.Implementation, { boxes, wounds, byHand }: Marked): Promise<void> {
  const participant = participantOf(actor);
  const own = byHand ? followHarm({ actor, boxes, wounds }) : focusedAt(actor) !== null && markedBoxes(actor) > (focusedAt(actor) ?? 0) ? focusEnds(actor) : [];
  const bound = byHand ? boundTo(participant) : null;
  const shared = bound === null ? null : await wounded(personAt(participantOf(bound)), { kind: "points", points: boxes }, plainHand());
  const changes: readonly DocumentChange[] = [...own, ...(shared?.changes ?? [])];
  if (changes.length === 0) return;
  const operations: ClockOperation[] = shared?.dies === true && shared.told.participant.combatant !== null ? [{ kind: "defeat", id: shared.told.participant.combatant }] : [];
  const { name, img } = publicParticipant(participant);
  // Whom players do not see is named on no card of theirs.
  const other = shared === null || (isUnseen(shared.told.participant) && !isUnseen(participant)) ? null : publicParticipant(shared.told.participant).name;
  await writePowerDeed(
    { op: "spend", author: game.user as User.Implementation, subject: { participant, actor }, args: { mode: hidesNumbers(participant) ? "gm" : "public" }, nonce: "", message: "" },
    { name: game.i18n.localize("FATEWALKER.PowerUse.MarkedDamage"), img, key: "", changes, operations, notice: { key: other === null ? "FATEWALKER.PowerUse.HurtByHand" : "FATEWALKER.PowerUse.HurtSharedByHand", data: { name, points: boxes, other: other ?? "" } } },
  );
}

/** Watches the charts of everybody; at ready. */
export function watchHarm(): void {
  const actors = [...((game.actors?.contents ?? []) as Actor.Implementation[]), ...(game.scenes?.contents ?? []).flatMap((scene) => scene.tokens.contents.flatMap(({ actor, actorLink }) => (actor === null || actorLink ? [] : [actor as Actor.Implementation])))];
  for (const actor of actors) look(actor);
  Hooks.on("createActor", (actor: Actor.Implementation) => look(actor));
  Hooks.on("updateActor", (actor: Actor.Implementation) => look(actor));
  for (const hook of ["createToken", "updateToken"] as const) {
    Hooks.on(hook, ({ actor, actorLink }: TokenDocument.Implementation) => {
      if (actor !== null && !actorLink) look(actor as Actor.Implementation);
    });
  }
}
