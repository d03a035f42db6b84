import { actorData } from "../../data/access";
import { requestRolls } from "../../flows/checks/ask";
import { REQUEST_MODES, type RequestMode } from "../../flows/checks/request";
import { wholeNumber } from "../../helpers/numbers";
import { knownName } from "../../helpers/known-name";
import { say } from "../../helpers/text";
import { REQUEST_RULES, type RequestRule } from "../../rules/checks/request";
import { RuleError } from "../../rules/errors";
import { ATTRIBUTE_KEYS, type AttributeKey } from "../../rules/keys";
import { WindowBase } from "../base";
import { skillName, treeName } from "../sheets/actor/skills";
import { closeOnEscape } from "./window-habits";

type Window = foundry.applications.api.ApplicationV2;

/** The choice of skill that stands for a fixed TN. */
const FIXED = "#fixed";

/** What the window holds so far; texts as they were typed. */
export interface RequestDraft {
  readonly chosen: ReadonlySet<string>;
  readonly attribute: AttributeKey;
  /** Key of a skill or attribute, or `#fixed`. */
  readonly skill: string;
  readonly tn: string;
  readonly modifier: string;
  readonly mode: RequestMode;
  readonly rule: RequestRule;
  readonly text: string;
}

/** Actors of the selected tokens, an unlinked token's own included. */
const selectedActors = (): Actor.Implementation[] => (canvas?.tokens?.controlled ?? []).flatMap(({ actor }) => (actor ? [actor as Actor.Implementation] : []));

const playersCharacters = (): Actor.Implementation[] => (game.actors?.contents ?? []).filter((actor) => actor.type === "character" && actor.hasPlayerOwner) as Actor.Implementation[];

/** The GM's window to ask for rolls: whom, for what, how they count, and who sees them. Enter asks, Escape closes. */
export class RequestDialog extends WindowBase {
  static override DEFAULT_OPTIONS: foundry.applications.api.ApplicationV2.DefaultOptions = {
    id: "fatewalker-request",
    tag: "form",
    classes: ["fw-dialog"],
    position: { width: 480, height: "auto" },
    window: { title: "FATEWALKER.Request.Title", icon: "fa-solid fa-hand-point-up", resizable: true },
    form: {
      closeOnSubmit: false,
      submitOnChange: false,
      handler: async function submit(this: Window) {
        if (this instanceof RequestDialog) await this.ask();
      },
    },
    actions: {
      cancel: function cancel(this: Window) {
        void this.close();
      },
    },
  };

  static override PARTS = {
    request: { template: "systems/fatewalker/templates/dialogs/request.hbs", scrollable: [".fw-dialog-body"] },
  };

  readonly #selected = selectedActors();
  #draft: RequestDraft;
  #error = "";

  constructor(given: Partial<RequestDraft> = {}) {
    super();
    const chosen = this.#selected.length > 0 ? this.#selected : playersCharacters();
    this.#draft = { chosen: new Set(chosen.map(({ uuid }) => uuid)), attribute: "awareness", skill: "observe", tn: "4", modifier: "", mode: "public", rule: "each", text: "", ...given };
  }

  /** Everyone who can be asked: who is selected, then the players' characters. */
  get #candidates(): Actor.Implementation[] {
    return [...new Map([...this.#selected, ...playersCharacters()].map((actor) => [actor.uuid, actor])).values()];
  }

  protected override async _prepareContext(): Promise<never> {
    const { chosen, attribute, skill, tn, modifier, mode, rule, text } = this.#draft;
    const choice = <Key extends string>(keys: readonly Key[], area: string, now: Key): object[] => keys.map((key) => ({ key, name: say(`${area}.${key}`), chosen: key === now }));
    return {
      people: this.#candidates.map((actor) => ({ uuid: actor.uuid, name: knownName(actor), img: actor.img ?? "", chosen: chosen.has(actor.uuid) })),
      attributes: choice(ATTRIBUTE_KEYS, "FATEWALKER.Attribute", attribute),
      skills: this.#skills(skill),
      fixed: { key: FIXED, chosen: skill === FIXED },
      tn: skill === FIXED ? tn : null,
      hasTn: skill === FIXED,
      modifier, text,
      modes: choice(REQUEST_MODES, "FATEWALKER.Dialog.Mode", mode),
      rules: choice(REQUEST_RULES, "FATEWALKER.Request.Rule", rule),
      error: this.#error,
    } as never;
  }

  /** The trees of everyone who can be asked: a world may have its own. Attributes stand in a skill's place, too. */
  #skills(now: string): object[] {
    const trees = new Map<string, { label: string; options: Map<string, string> }>();
    for (const actor of this.#candidates) {
      for (const [key, tree] of Object.entries(actorData(actor)?.skills ?? {})) {
        const known = trees.get(key) ?? { label: treeName(key, tree.label), options: new Map<string, string>() };
        for (const [branch, { label }] of Object.entries(tree.branches)) if (!known.options.has(branch)) known.options.set(branch, skillName(branch, label));
        trees.set(key, known);
      }
    }
    const attributes = { label: say("FATEWALKER.Request.Attributes"), options: new Map(ATTRIBUTE_KEYS.map((key) => [key as string, say(`FATEWALKER.Attribute.${key}`)])) };
    return [...trees.values(), attributes].map(({ label, options }) => ({ label, choices: [...options].map(([key, name]) => ({ key, name, chosen: key === now })) }));
  }

  protected override async _onFirstRender(context: never, options: never): Promise<void> {
    await super._onFirstRender(context, options);
    closeOnEscape(this);
    this.element.addEventListener("change", () => this.#changed());
    this.element.querySelector<HTMLElement>("[name=attribute]")?.focus();
  }

  #changed(): void {
    const before = this.#draft.skill;
    this.#draft = this.#read();
    if ((before === FIXED) !== (this.#draft.skill === FIXED)) void this.render();
  }

  /** What stands in the window. */
  #read(): RequestDraft {
    const value = (name: string): string => this.element.querySelector<HTMLInputElement | HTMLSelectElement>(`[name="${name}"]`)?.value ?? "";
    return {
      chosen: new Set([...this.element.querySelectorAll<HTMLInputElement>("input[name=actor]:checked")].map((field) => field.value)),
      attribute: ATTRIBUTE_KEYS.find((key) => key === value("attribute")) ?? this.#draft.attribute,
      skill: value("skill"),
      tn: this.element.querySelector("[name=tn]") === null ? this.#draft.tn : value("tn"),
      modifier: value("modifier"),
      mode: REQUEST_MODES.find((key) => key === value("mode")) ?? "public",
      rule: REQUEST_RULES.find((key) => key === value("rule")) ?? "each",
      text: value("text").trim(),
    };
  }

  /** Posts the request and closes; what is wrong is said in the window. */
  async ask(): Promise<void> {
    this.#draft = this.#read();
    const { chosen, attribute, skill, mode, rule, text } = this.#draft;
    try {
      const modifier = this.#draft.modifier.trim() === "" ? 0 : number(this.#draft.modifier);
      const check = skill === FIXED ? { attribute, skill: null, tn: number(this.#draft.tn), modifier } : { attribute, skill, modifier };
      await requestRolls({ actors: this.#candidates.filter(({ uuid }) => chosen.has(uuid)), check, mode, rule, text });
      await this.close();
    } catch (error) {
      if (!(error instanceof RuleError)) throw error;
      this.#error = say(error.key, error.data);
      await this.render();
    }
  }
}

/** @throws RuleError for what is no whole number */
function number(text: string): number {
  const read = wholeNumber(text, { decimals: 2 });
  if (read === null || !Number.isInteger(read)) throw new RuleError("FATEWALKER.Request.NoNumber", { text });
  return read;
}
