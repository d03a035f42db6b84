import type { Power, PowerEffect, QuestionAnswer } from "../fighter/types";

/**
 * What a person has to decide before an effect works, as a localisation key; null where the rules decide by themselves
 * (Powers: Rage, Wrath, Fate's End, Honor, Truth, Justice, Balance, Insight, Hyperfocus, Boon, Righteous Strike, Divine Intervention).
 */
function decisionFor(effect: PowerEffect): string | null {
  switch (effect.kind) {
    case "gain":
      return "FATEWALKER.Power.Decide.Significance";
    case "question":
      return effect.against === null ? "FATEWALKER.Power.Decide.Answer" : "FATEWALKER.Power.Decide.Subject";
    case "fateRoll":
      return effect.on === "action" ? "FATEWALKER.Power.Decide.Malcontent" : "FATEWALKER.Power.Decide.Target";
    case "exchangeTracks":
      return "FATEWALKER.Power.Decide.Dishonorable";
    case "sharedDamage":
      return "FATEWALKER.Power.Decide.NotHonest";
    case "strikeOptions":
      return "FATEWALKER.Power.Decide.NaturalLaw";
    case "attributePoints":
      return "FATEWALKER.Power.Decide.Interruption";
    case "undoTragedy":
      return "FATEWALKER.Power.Decide.Tragedy";
    case "bonusDice":
      return effect.who === "party" ? "FATEWALKER.Power.Decide.Interests" : null;
    default:
      return null;
  }
}

/** All that a person decides about a power, each once (Powers, the Effect of each). */
export function decisionsFor(power: Power): readonly string[] {
  return [...new Set(power.effects.map(decisionFor).filter((key): key is string => key !== null))];
}

const ANSWERS: Readonly<Record<QuestionAnswer, string>> = {
  intentToUser: "FATEWALKER.Power.Answer.IntentToUser", intentToParty: "FATEWALKER.Power.Answer.IntentToParty",
  longTermIntent: "FATEWALKER.Power.Answer.LongTermIntent", secrets: "FATEWALKER.Power.Answer.Secrets",
  tellsTruth: "FATEWALKER.Power.Answer.TellsTruth", liesDetected: "FATEWALKER.Power.Answer.LiesDetected",
  advice: "FATEWALKER.Power.Answer.Advice", direction: "FATEWALKER.Power.Answer.Direction",
};

/** Localisation key of what a question won: what the GM now has to tell (Powers, Honor, Truth and Insight). */
export function answerLabel(answer: QuestionAnswer): string {
  return ANSWERS[answer];
}
