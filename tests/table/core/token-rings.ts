/**
 * Which rings a dynamic token may have. Rings are registered and chosen here, and not drawn: the canvas has none.
 * https://foundryvtt.com/api/v14/classes/foundry.canvas.placeables.tokens.TokenRingConfig.html
 */
export class TokenRingConfig {
  readonly #rings = new Map<string, { label: string }>([["coreSteel", { label: "Foundry VTT Steel Ring" }], ["coreBronze", { label: "Foundry VTT Bronze Ring" }]]);
  #current = "coreSteel";

  addConfig(id: string, ring: { label: string }): void {
    this.#rings.set(id, ring);
  }

  getConfig(id: string): { label: string } | undefined {
    return this.#rings.get(id);
  }

  /** @returns whether there is such a ring, which is the one in use then */
  useConfig(id: string): boolean {
    if (!this.#rings.has(id)) return false;
    this.#current = id;
    return true;
  }

  get key(): string {
    return this.#current;
  }

  get configIDs(): string[] {
    return [...this.#rings.keys()];
  }

  get configLabels(): Record<string, string> {
    return Object.fromEntries([...this.#rings].map(([id, { label }]) => [id, label]));
  }
}
