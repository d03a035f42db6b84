import type { Modifier } from "../modifiers/types";
import type { PowerCost } from "../powers/use";
import { trace } from "./trace";
import type { ExchangeState, Side } from "./types";

interface Listed {
  readonly by: Side;
  readonly actor: string;
  /** Rolls that these modifiers are for. */
  readonly roll: string;
  readonly modifiers: readonly Modifier[];
}

/** Everyone's modifiers, those of each half of a combined maneuver for themselves: each is a roll of its own. */
function listed({ attacker, declaration, targets }: ExchangeState): Listed[] {
  const parts = declaration.parts ?? [declaration];
  return [
    ...parts.map(({ modifiers }, part): Listed => ({ by: "attacker", actor: attacker.participant.actor, roll: part === 0 ? "attack" : `attack:${part}`, modifiers })),
    ...targets.flatMap(({ side, answer }, index): Listed[] => {
      if (answer?.kind !== "reaction") return [];
      return (answer.parts ?? [answer]).map(({ modifiers }, part): Listed => ({ by: index, actor: side.participant.actor, roll: part === 0 ? `reaction:${index}` : `riposte:${index}`, modifiers }));
    }),
  ];
}

/**
 * Points that an exchange costs everybody, by UUID of the actor: switched-on modifiers and powers used after the dice, less what comes
 * back of itself (Powers, Overview, Wrath and Predestined). Damage is ignored only as far as there is any.
 */
export function costsOf(state: ExchangeState): ReadonlyMap<string, PowerCost> {
  const { altered, bodies } = trace(state);
  const costs = new Map<string, { will: number; fate: number }>();
  const add = (actor: string, { will = 0, fate = 0 }: { readonly will?: number; readonly fate?: number }, times = 1): void => {
    const sum = costs.get(actor) ?? { will: 0, fate: 0 };
    costs.set(actor, { will: sum.will + will * times, fate: sum.fate + fate * times });
  };
  for (const { actor, roll, modifiers } of listed(state)) {
    const back = altered.find((entry) => entry.roll === roll)?.refund ?? null;
    for (const { enabled, cost, key, payer } of modifiers) if (enabled && cost !== undefined && key !== back) add(payer ?? actor, cost);
  }
  for (const act of state.acts ?? []) {
    const actor = act.kind === "intervene" ? act.guard.actor : (act.by === "attacker" ? state.attacker : state.targets[act.by]?.side)?.participant.actor ?? "";
    if (act.kind !== "ignore") add(actor, act.cost);
    else {
      const points = bodies.damages.find(({ source }) => source === act.source)?.points ?? act.points * act.uses;
      add(actor, act.cost, Math.min(act.uses, Math.ceil(points / Math.max(1, act.points))));
    }
  }
  return costs;
}
