import { currentTargets, participantOf } from "../flows/exchange";
import { wishByHand, wishRest, wishTreatment } from "../flows/healing";
import { plainHand, readHand, type HandChoices } from "../flows/healing/by-hand";
import { plainNight, type NightChoices } from "../flows/healing/night";
import type { RestKind } from "../flows/healing/rest";
import { plainTreatment, type Procedure, type TreatmentChoices } from "../flows/healing/treatment";
import { say } from "../helpers/text";
import type { Participant } from "../rules/exchange/types";
import { openDamage, openRest, openTreat } from "./dialogs/healing";
import { chosenTargets, selected } from "./dialogs/healing/chosen";

interface DamageOptions extends Partial<Omit<HandChoices, "amount" | "deed">> {
  /** To whom; without, the targeted or selected tokens. */
  readonly targets?: readonly Actor.Implementation[];
}

interface RestOptions {
  readonly actors?: readonly Actor.Implementation[];
  readonly night?: Partial<NightChoices>;
  readonly forced?: boolean;
}

interface TreatOptions {
  readonly healer?: Actor.Implementation;
  readonly patient?: Actor.Implementation;
  readonly procedure?: Procedure;
  readonly treatment?: Partial<TreatmentChoices>;
}

const addresses = (actors: readonly Actor.Implementation[] | undefined): Participant[] | null => actors?.map((actor) => participantOf(actor)) ?? null;

async function byHand(deed: HandChoices["deed"], amount: number | string | undefined, { targets, ...choices }: DamageOptions): Promise<void> {
  const given = addresses(targets);
  if (amount === undefined) return openDamage(given, { ...choices, deed });
  const people = given ?? chosenTargets();
  if (people.length === 0) return void ui.notifications?.warn(say("FATEWALKER.Healing.Nobody"));
  await wishByHand(people, readHand({ ...plainHand(), ...choices, deed, amount: String(amount) }));
}

/** Damage by the GM's hand; without an amount its window opens. */
export const applyDamage = (amount?: number | string, options: DamageOptions = {}): Promise<void> => byHand("damage", amount, options);

/** Boxes healed by the GM's hand; without a number the window opens. */
export const healBoxes = (boxes?: number, options: Pick<DamageOptions, "targets"> = {}): Promise<void> => byHand("heal", boxes, options);

/** Rest, effort, or the end of a session, goal, story or scene; without a kind the window opens. */
export async function rest(kind?: RestKind, { actors, night = {}, forced = false }: RestOptions = {}): Promise<void> {
  const given = addresses(actors);
  if (kind === undefined) return openRest(given ?? []);
  const people = given ?? selected();
  if (people.length === 0) return void ui.notifications?.warn(say("FATEWALKER.Healing.Nobody"));
  await wishRest(people, { kind, night: { ...plainNight(), ...night }, forced });
}

/** A treatment; without a procedure its window opens. */
export async function treat({ healer, patient, procedure, treatment = {} }: TreatOptions = {}): Promise<void> {
  const own = (game.user?.character ?? null) as Actor.Implementation | null;
  const by = healer === undefined ? (selected()[0] ?? (own === null ? null : participantOf(own))) : participantOf(healer);
  const whom = patient === undefined ? (currentTargets()[0] ?? null) : participantOf(patient);
  if (procedure === undefined) return openTreat({ healer: by, patient: whom });
  if (by === null || whom === null) return void ui.notifications?.warn(say("FATEWALKER.Healing.Nobody"));
  await wishTreatment(by, whom, { ...plainTreatment(procedure), ...treatment, procedure });
}
