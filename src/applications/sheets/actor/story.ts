import type { ActorData } from "../../../data/actor/base";
import { pascal, say } from "../../../helpers/text";

export const STORY_LISTS = ["goals", "relationships", "backgrounds"] as const;
export type StoryList = (typeof STORY_LISTS)[number];

const PROFILE = ["concept", "home", "age", "height", "weight", "eyes", "hair", "scars"] as const;
/** Answers that take a phrase. */
const LONG: readonly string[] = ["concept", "home", "scars"];
const POINTS = ["character", "story", "objective", "power"] as const;

export interface StoryContext {
  readonly profile: readonly { readonly key: string; readonly label: string; readonly value: string; readonly long: boolean }[];
  readonly points: readonly { readonly key: string; readonly label: string; readonly value: number }[];
  readonly lists: readonly {
    readonly key: StoryList;
    readonly label: string;
    readonly add: string;
    /** Goals are reached; the others are not ticked off. */
    readonly ticked: boolean;
    readonly rows: readonly { readonly index: number; readonly name: string; readonly text: string; readonly done: boolean }[];
  }[];
}

/** Who the character is, in fields and lists; the long texts are enriched by the sheet. */
export function storyContext(data: ActorData): StoryContext {
  const source = data._source;
  return {
    profile: PROFILE.map((key) => ({ key, label: say(`FATEWALKER.Sheet.Profile.${pascal(key)}`), value: source.profile[key], long: LONG.includes(key) })),
    points: POINTS.map((key) => ({ key, label: say(`FATEWALKER.Sheet.Points.${pascal(key)}`), value: source.points[key] })),
    lists: STORY_LISTS.map((key) => ({
      key,
      ticked: key === "goals",
      label: say(`FATEWALKER.Sheet.Story.${pascal(key)}`),
      add: say(`FATEWALKER.Sheet.AddTo.${pascal(key)}`),
      rows: source[key].map(({ name, text, done }, index) => ({ index, name, text, done })),
    })),
  };
}
