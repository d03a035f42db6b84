/* What the scenarios use of a page's globals. Functions given to `evaluate` run in the page, where these names exist. */

export interface ActorView {
  readonly id: string;
  readonly uuid: string;
  readonly name: string;
  readonly items: { readonly contents: readonly { readonly name: string; readonly type: string; readonly system: { readonly key: string } }[] };
  readonly system: { readonly wounds: { readonly temporary: { readonly value: number }; readonly normal: { readonly value: number; readonly stun: number }; readonly mortal: { readonly value: number } } };
}

export interface TokenView {
  readonly id: string;
  readonly name: string;
  readonly actor: ActorView;
}

export interface CombatView {
  readonly id: string;
  readonly round: number;
  readonly system: { readonly active: string | null };
  readonly combatants: { readonly contents: readonly { readonly id: string; readonly name: string; readonly initiative: number | null; readonly tokenId: string }[] };
  setInitiative(id: string, value: number): Promise<unknown>;
}

export interface MessageView {
  readonly id: string;
  readonly type: string;
  readonly system: Record<string, unknown>;
}

export interface PageGlobals {
  readonly game: {
    readonly actors: { readonly contents: readonly ActorView[] };
    readonly combat: CombatView | null;
    readonly messages: { readonly contents: readonly MessageView[]; readonly size: number };
    readonly scenes: { readonly contents: readonly { readonly id: string; view(): Promise<unknown> }[] };
    readonly user: { readonly targets: ReadonlySet<{ readonly document: { readonly name: string } }> };
  };
  readonly canvas: { readonly ready: boolean; readonly scene: { readonly id: string } | null; readonly tokens: { readonly placeables: readonly { readonly document: TokenView }[] } };
}
