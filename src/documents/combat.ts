import {
  askEnd, clockEntry, clockIsOverdue, clockMoved, combatData, mayMoveClock, marksGone, noticeClock, passTime, passTurn, postInitiative, rollFor,
  settleClock, settleDeparture, stepBack, submitAdvance, submitClock, submitFightDeed, undecided, writeOwnInitiative, type InitiativeOptions,
} from "../flows/clock";
import { commitNow, isCommitter } from "../flows/commit/commit";
import { seeTo } from "../flows/commit/in-turn";
import { migrateInPlace } from "../migrations/migrate";
import { compareEntries } from "../rules/clock/order";

/**
 * A fight or a scene on the clock: its round is the current tick, its turn the place of the one who may act. The rules
 * are in `rules/clock`, the steps in `flows/clock`; here they meet Foundry's names.
 */
export class FatewalkerCombat extends foundry.documents.Combat {
  static override migrateData(source: Record<string, unknown>): Record<string, unknown> {
    migrateInPlace("Combat", source);
    return super.migrateData(source) as Record<string, unknown>;
  }

  /** Sorts as the clock does: tick, then Awareness, then id; the same on every client. */
  protected override _sortCombatants(a: Combatant.Implementation, b: Combatant.Implementation): number {
    return compareEntries(clockEntry(a), clockEntry(b));
  }

  /** The turn follows the one who is active by id, whatever happens to the list around it. */
  override setupTurns(): Combatant.Implementation[] {
    const turns = super.setupTurns();
    const active = combatData(this)?.active ?? null;
    if (active !== null || this.round > 0) {
      const index = turns.findIndex(({ id }) => id === active);
      this.turn = index < 0 ? null : index;
      this.current = this._getCurrentState();
    }
    noticeClock(this);
    return turns;
  }

  /** Begins the clock; initiative is rolled only for those who have none. */
  override async startCombat(): Promise<this> {
    await submitFightDeed(this, { kind: "begin" });
    return this;
  }

  /** To whoever is due next. */
  override async nextTurn(): Promise<this> {
    await submitAdvance(this);
    return this;
  }

  /** The clock knows no rounds: like `nextTurn`. */
  override async nextRound(): Promise<this> {
    await submitAdvance(this);
    return this;
  }

  /** Takes the last commit of this fight back. */
  override async previousTurn(): Promise<this> {
    await stepBack(this);
    return this;
  }

  /** Like `previousTurn`. */
  override async previousRound(): Promise<this> {
    await stepBack(this);
    return this;
  }

  /** Asks first, and offers to clear Temporary Wounds. */
  override async endCombat(): Promise<this> {
    const choice = await askEnd(this);
    if (choice !== null) await submitFightDeed(this, { kind: "end", ...choice });
    return this;
  }

  /**
   * Rolls for exactly these combatants, in one commit and with one message. A player rolls for his own that have no
   * initiative yet and writes it himself, as owners may.
   * @param missing  only for those who have none when its turn has come
   */
  override async rollInitiative(ids: string | string[], options: Combat.InitiativeOptions & InitiativeOptions & { readonly missing?: boolean } = {}): Promise<this> {
    const wanted = new Set([ids].flat());
    const isGM = game.user?.isGM === true;
    const combatants = this.combatants.filter((combatant) => wanted.has(combatant.id ?? "") && combatant.isOwner && (isGM || combatant.initiative === null));
    if (combatants.length === 0) return this;
    if (isGM) {
      const { penalty = 0, formula = null, missing = false } = options;
      await submitFightDeed(this, { kind: "initiative", ids: combatants.map(({ id }) => id ?? ""), missing, options: { penalty, formula } });
      return this;
    }
    const tick = this.round;
    const rolled = await rollFor(combatants, options);
    await writeOwnInitiative(this, rolled, tick);
    await postInitiative(rolled, tick);
    return this;
  }

  override async rollAll(options?: Combat.InitiativeOptions): Promise<this> {
    return this.rollInitiative(undecided(this).map(({ id }) => id ?? ""), { ...options, missing: true });
  }

  override async rollNPC(options?: Combat.InitiativeOptions): Promise<this> {
    return this.rollInitiative(undecided(this, (combatant) => combatant.isNPC).map(({ id }) => id ?? ""), { ...options, missing: true });
  }

  /** Puts a combatant on a tick by hand; below 1 becomes 1. */
  override async setInitiative(id: string, value: number): Promise<void> {
    if (game.user?.isGM === true) await submitClock(this, { kind: "adjust", operations: [{ kind: "adjust", id, tick: Math.trunc(value) }] });
    else await this.combatants.get(id)?.update({ initiative: Math.max(1, Math.trunc(value)) });
  }

  /** Takes every initiative back: nobody is due until it is rolled again. */
  override async resetAll(): Promise<this> {
    await submitFightDeed(this, { kind: "reset" });
    return this;
  }

  protected override _canChangeTurn(user: User.Implementation): boolean {
    return mayMoveClock(this, user);
  }

  protected override _canChangeRound(user: User.Implementation): boolean {
    return mayMoveClock(this, user);
  }

  /** Ticks move all the time: turns begin and end by who is active on which tick, told in `_onUpdate`. */
  protected override async _manageTurnEvents(): Promise<void> {
    await Promise.resolve();
  }

  protected override _onUpdate(...[changed, options, userId]: Parameters<foundry.documents.Combat["_onUpdate"]>): void {
    super._onUpdate(changed, withoutTurnEvents(options), userId);
    const moved = clockMoved(this);
    if (moved === null || !isCommitter()) return;
    const { before, now } = moved;
    if (clockIsOverdue(this)) void settleClock(this);
    const context = (tick: number): Combat.TurnEventContext => ({ round: tick, turn: this.turn ?? 0, skipped: false });
    void passTime(this, before, now);
    void passTurn(this, before, now, {
      begin: (combatant, tick) => this._onStartTurn(combatant, context(tick)),
      end: (combatant, tick) => this._onEndTurn(combatant, context(tick)),
    });
  }

  protected override _onCreateDescendantDocuments(...[parent, collection, documents, data, options, userId]: Parameters<foundry.documents.Combat["_onCreateDescendantDocuments"]>): void {
    super._onCreateDescendantDocuments(parent, collection, documents, data, withoutTurnEvents(options), userId);
  }

  protected override _onUpdateDescendantDocuments(...[parent, collection, documents, changes, options, userId]: Parameters<foundry.documents.Combat["_onUpdateDescendantDocuments"]>): void {
    super._onUpdateDescendantDocuments(parent, collection, documents, changes, withoutTurnEvents(options), userId);
    // A player who has rolled in the middle of a fight has entered it by this.
    if (isCommitter() && this.round >= 1 && game.users?.get(userId)?.isGM === false) void settleClock(this);
  }

  protected override _onDeleteDescendantDocuments(...[parent, collection, documents, ids, options, userId]: Parameters<foundry.documents.Combat["_onDeleteDescendantDocuments"]>): void {
    super._onDeleteDescendantDocuments(parent, collection, documents, ids, withoutTurnEvents(options), userId);
    if ((collection as string) !== "combatants" || !isCommitter()) return;
    for (const id of ids) void settleDeparture(this, id);
  }

  protected override _onDelete(...[options, userId]: Parameters<foundry.documents.Combat["_onDelete"]>): void {
    super._onDelete(options, userId);
    const changes = isCommitter() ? marksGone(this) : [];
    if (changes.length > 0) seeTo(() => commitNow({ kind: "end", combat: null, exchange: null, record: null, changes }));
  }
}

/** Ticks move all the time: Foundry keeps its hands off the turn, which follows the active one by id. */
function withoutTurnEvents<Options extends object>(options: Options): Options {
  return { ...options, turnEvents: false };
}
