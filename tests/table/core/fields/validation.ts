/**
 * What is wrong with the data of a model.
 * https://foundryvtt.com/api/modules/foundry.data.validation.html
 */

export interface FailureOptions {
  invalidValue?: unknown;
  fallback?: unknown;
  dropped?: boolean;
  message?: string;
  unresolved?: boolean;
}

export class DataModelValidationFailure {
  invalidValue: unknown;
  fallback: unknown;
  dropped: boolean;
  message: string;
  unresolved: boolean;
  fields: Record<string, DataModelValidationFailure> = {};
  elements: { id: string | number; name?: string; failure: DataModelValidationFailure }[] = [];

  constructor(options: FailureOptions = {}) {
    this.invalidValue = options.invalidValue;
    this.fallback = options.fallback;
    this.dropped = options.dropped ?? false;
    this.message = options.message ?? "";
    this.unresolved = options.unresolved ?? false;
  }

  get isEmpty(): boolean {
    return !this.message && Object.keys(this.fields).length === 0 && this.elements.length === 0;
  }

  asError(): DataModelValidationError {
    return new DataModelValidationError(this);
  }

  /** Whether something below could not be replaced by a valid value. */
  isUnresolved(): boolean {
    return this.unresolved || Object.values(this.fields).some((failure) => failure.isUnresolved()) || this.elements.some((element) => element.failure.isUnresolved());
  }

  /** Every failing path with its message. */
  asRecord(prefix = ""): Record<string, string> {
    const record: Record<string, string> = {};
    if (this.message) record[prefix || "."] = this.message;
    for (const [name, failure] of Object.entries(this.fields)) Object.assign(record, failure.asRecord(prefix ? `${prefix}.${name}` : name));
    for (const element of this.elements) Object.assign(record, element.failure.asRecord(prefix ? `${prefix}.${element.id}` : String(element.id)));
    return record;
  }

  toString(): string {
    return Object.entries(this.asRecord()).map(([path, message]) => (path === "." ? message : `${path}: ${message}`)).join("\n");
  }
}

export class DataModelValidationError extends Error {
  override name = "DataModelValidationError";
  #failure: DataModelValidationFailure | null;

  constructor(failure: DataModelValidationFailure | string, ...rest: unknown[]) {
    super(typeof failure === "string" ? failure : failure.toString());
    void rest;
    this.#failure = typeof failure === "string" ? null : failure;
  }

  getFailure(path?: string): DataModelValidationFailure | undefined {
    let failure = this.#failure ?? undefined;
    for (const part of path ? path.split(".") : []) failure = failure?.fields[part] ?? failure?.elements.find((element) => String(element.id) === part)?.failure;
    return failure;
  }

  getAllFailures(): Record<string, DataModelValidationFailure> {
    return this.#failure ? { ...this.#failure.fields } : {};
  }

  asHTML(): string {
    const entries = Object.entries(this.#failure?.asRecord() ?? {});
    return `<ul class="summary">${entries.map(([path, message]) => `<li>${path}: ${message}</li>`).join("")}</ul>`;
  }
}
