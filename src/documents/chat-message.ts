import { exchangeOf, intentOf, isByGM, ledgerOf } from "../data/message";

/** Puts a message's own card in the place of its text; returns null for what has none. */
export type CardRenderer = (message: FatewalkerChatMessage) => Promise<HTMLElement | null>;

/** Types that count only when a GM wrote them. */
const OF_GMS: readonly string[] = ["exchange", "ledger", "healing"];

/**
 * A chat message of Fatewalker. Its types have cards of their own, put together for whoever looks at them and complete
 * before they are shown, so that the log never jumps. Rendering changes nothing anywhere.
 */
export class FatewalkerChatMessage extends ChatMessage {
  static readonly #cards = new Map<string, CardRenderer>();

  /** Says how messages of a type look. */
  static renderAs(type: string, renderer: CardRenderer): void {
    this.#cards.set(type, renderer);
  }

  /**
   * Wishes are seen by their author alone, and only while no GM is there to take them up; but a player's wish to take a
   * step back is for every GM to decide. Ledgers are behind the cards that they belong to.
   */
  override get visible(): boolean {
    const intent = intentOf(this);
    if (intent?.op === "undo" && this.author?.isGM === false) return this.isAuthor || game.user?.isGM === true;
    if (intent) return this.isAuthor && !game.users?.activeGM;
    if (ledgerOf(this)) return false;
    const card = exchangeOf(this);
    if (card?.phase === "refused" && this.whisper.length > 0) return this.whisper.some((id) => String(id) === game.user?.id);
    return super.visible;
  }

  override async renderHTML(options?: ChatMessage.RenderHTMLOptions): Promise<HTMLElement> {
    const html = await super.renderHTML(options);
    const type = String(this.type);
    const trusted = !OF_GMS.includes(type) || isByGM(this);
    const card = trusted && this.isContentVisible ? await FatewalkerChatMessage.#cards.get(type)?.(this) : null;
    if (card) {
      html.classList.add("fatewalker", "fw-message");
      html.querySelector(".message-content")?.replaceChildren(card);
    }
    return html;
  }
}
