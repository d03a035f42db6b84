/** https://foundryvtt.com/api/v14/classes/foundry.applications.ux.SearchFilter.html */
export interface SearchFilterConfiguration {
  inputSelector: string;
  contentSelector: string;
  initial?: string;
  delay?: number;
  callback: (event: Event | null, query: string, expression: RegExp, content: HTMLElement | null) => unknown;
}

export class SearchFilter {
  query: string;
  rgx: RegExp;
  readonly #config: SearchFilterConfiguration;
  #content: HTMLElement | null = null;

  constructor(config: SearchFilterConfiguration) {
    this.#config = config;
    this.query = config.initial ?? "";
    this.rgx = new RegExp(this.query.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"), "i");
  }

  /** Without accents and surrounding blanks, lower-case comparable. */
  static cleanQuery(query: string): string {
    return query.normalize("NFD").replace(/[\u0300-\u036f]/g, "").trim();
  }

  static testQuery(rgx: RegExp, text: string): boolean {
    return rgx.test(SearchFilter.cleanQuery(text));
  }

  bind(html: HTMLElement): void {
    this.#content = html.querySelector<HTMLElement>(this.#config.contentSelector);
    const input = html.querySelector<HTMLInputElement>(this.#config.inputSelector);
    if (!input) return;
    input.value = this.query;
    let waiting: ReturnType<typeof setTimeout> | undefined;
    input.addEventListener("input", (event) => {
      clearTimeout(waiting);
      waiting = setTimeout(() => this.filter(event, input.value), this.#config.delay ?? 100);
    });
    if (this.query) this.filter(null, this.query);
  }

  filter(event: Event | null, query: string): void {
    this.query = SearchFilter.cleanQuery(query);
    this.rgx = new RegExp(this.query.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"), "i");
    this.#config.callback(event, this.query, this.rgx, this.#content);
  }
}
