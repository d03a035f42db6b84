import { FatewalkerRoll } from "../dice/roll";
import { guardCombatant, noticeCombatant } from "../flows/clock/guard";
import { initiativeRoll } from "../flows/clock/initiative";

/** A fighter on the clock: its initiative is its next Action Tick. */
export class FatewalkerCombatant extends foundry.documents.Combatant {
  /**
   * Nobody, once a copy's token is gone without its combatant. The host would put the world's actor in its place: that fights on unseen, and
   * every copy of it that is still unhurt shows its wounds.
   */
  override get actor(): Actor.Implementation | null {
    const actor = super.actor;
    const lostCopy = actor !== null && this.tokenId !== null && this.token === null && !actor.prototypeToken.actorLink;
    return lostCopy ? null : actor;
  }

  /** One token stands in a fight once, however often it is added. */
  protected override async _preCreate(...[data, options, user]: Parameters<foundry.documents.Combatant["_preCreate"]>): Promise<boolean | void> {
    const others: readonly Combatant.Implementation[] = this.parent?.combatants.contents ?? [];
    const { tokenId, sceneId } = this;
    if (tokenId !== null && others.some((other) => other.id !== this.id && other.tokenId === tokenId && other.sceneId === sceneId)) return false;
    return super._preCreate(data, options, user);
  }

  override prepareDerivedData(): void {
    super.prepareDerivedData();
    noticeCombatant(this);
  }

  /** What a player wrote past the clock is put back. */
  protected override _onUpdate(...[changed, options, userId]: Parameters<foundry.documents.Combatant["_onUpdate"]>): void {
    super._onUpdate(changed, options, userId);
    void guardCombatant(this, userId);
  }

  /** The formula of the rules' roll: 10 less the successes of Awareness dice against 4. */
  protected override _getInitiativeFormula(): string {
    return `10 - ${initiativeRoll(this).formula}`;
  }

  /** The roll of a fighter's initiative; its total is the result before the minimum of 1. */
  override getInitiativeRoll(formula?: string): Roll.Implementation {
    return new FatewalkerRoll(formula ?? this._getInitiativeFormula()) as Roll.Implementation;
  }

  /** Rolls as the fight does: counted from now, in one commit. */
  override async rollInitiative(formula?: string): Promise<this | undefined> {
    await this.parent?.rollInitiative(this.id ?? "", { formula: formula ?? null });
    return this;
  }
}
