/**
 * What a long soak must have brought about at least once, so that it cannot come to try nothing but refusals. Not a companion who turns a
 * blow aside: that is offered before somebody is brought down by one blow, and these fighters' blows never do that. It has tests of its
 * own (powers-for-others), and may be drawn all the same.
 */
export const MUST_HAPPEN: { readonly within: number; readonly what: readonly string[] } = {
  /** Operations from which on everything is expected: the rarest comes about once in 700, and which of them come is chance below this. */
  within: 2000,
  what: [
    "declare", "declare sealed", "declare shown", "declare showNow", "declare again",
    "react", "react none", "react resolve", "react cancel", "react apply",
    "preempt", "preempt let be", "hold", "release", "act", "commit of initiative",
    "move begin", "move change", "move stop", "move next continue", "move next stop", "move next run", "move engagement",
    "segment continue fired", "segment stop fired", "segment run fired",
    "offer kept", "offer ignore", "offer reroll", "power", "check power", "check payment",
    "wound damage", "wound heal", "rest", "commit of ambush", "effect fired", "overwatch fired", "footwork fired", "note fired", "damage fired", "reinforcements fired",
    "advance act", "commit of advance", "advance schedule", "advance unschedule", "advance defeat", "advance revive", "advance adjust", "commit of begin", "commit of exchange", "commit of leave",
    "amend join", "amend change", "amend correct", "commit of amend",
    "undo step", "undo redo", "undo back", "undo forward", "undo waiting", "undo accept", "undo refuse", "undo step of a player",
    "hand: request", "hand: answer", "hand: check", "hand: arrive", "hand: remove combatant", "hand: remove token", "hand: remove actor", "hand: remove message",
    "second window", "fault: drop", "fault: reload", "fault: kill", "fault: leave", "fault: delay",
  ],
};
