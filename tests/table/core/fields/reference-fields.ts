import type { DataField, DataFieldOptions, ModelLike } from "./data-field";
import { StringField } from "./string-fields";
import { isValidId } from "../utils/text";
import { parseUuid } from "../utils/uuid";
import { isObject } from "../types";

/** Ids and references. https://foundryvtt.com/api/classes/foundry.data.fields.ForeignDocumentField.html */

export class DocumentIdField extends StringField {
  static override get _defaults(): DataFieldOptions {
    return { ...super._defaults, required: true, blank: false, nullable: true, readonly: true, initial: null, validationError: "is not a valid Document ID string" };
  }

  override _cast(value: unknown): unknown {
    return isObject(value) && typeof value["_id"] === "string" ? value["_id"] : typeof value === "object" ? value : String(value);
  }

  override _validateType(value: unknown): void {
    if (!isValidId(value)) throw new Error("must be a valid 16-character alphanumeric ID");
  }
}

export class DocumentUUIDField extends StringField {
  declare type: string | undefined;
  declare embedded: boolean | undefined;

  static override get _defaults(): DataFieldOptions {
    return { ...super._defaults, required: true, blank: false, nullable: true, initial: null, type: undefined, embedded: undefined };
  }

  override _validateType(value: unknown): void {
    const parsed = typeof value === "string" ? parseUuid(value) : null;
    if (!parsed || !parsed.documentId) throw new Error("must be a valid UUID string");
    if (this.type && parsed.type !== this.type) throw new Error(`must be a UUID of a "${this.type}" document`);
    if (this.embedded === true && !parsed.embedded.length) throw new Error("must be an embedded document");
    if (this.embedded === false && parsed.embedded.length) throw new Error("may not be an embedded document");
    if (!isValidId(parsed.documentId)) throw new Error(`Invalid document ID "${parsed.documentId}"`);
  }
}

/** A reference by id to a world document, or to a sibling in the same parent. */
export class ForeignDocumentField extends DocumentIdField {
  declare idOnly: boolean;
  readonly model: { documentName?: string; metadata?: { collection?: string } };

  static override get _defaults(): DataFieldOptions {
    return { ...super._defaults, nullable: true, readonly: false, idOnly: false };
  }

  constructor(model: unknown, options: DataFieldOptions = {}, context: { name?: string; parent?: DataField } = {}) {
    super(options, context);
    this.model = model as { documentName?: string };
  }

  override _cast(value: unknown): unknown {
    if (typeof value === "string") return value;
    if (isObject(value)) return value["_id"] ?? value["id"] ?? null;
    return value;
  }

  override initialize(value: unknown, model: ModelLike, options: { pack?: string | null } = {}): unknown {
    if (this.idOnly) return value;
    const { model: target } = this;
    void options;
    return () => {
      if (typeof value !== "string") return null;
      return resolveForeign?.(target.documentName ?? "", value, model) ?? null;
    };
  }

  override toObject(value: unknown): unknown {
    return isObject(value) ? (value["_id"] ?? null) : (value ?? null);
  }
}

type ForeignResolver = (documentName: string, id: string, model: ModelLike) => unknown;
let resolveForeign: ForeignResolver | null = null;

/** @internal  Set once the world's collections exist. */
export function setForeignResolver(resolver: ForeignResolver): void {
  resolveForeign = resolver;
}

export class DocumentAuthorField extends ForeignDocumentField {
  static override get _defaults(): DataFieldOptions {
    return { ...super._defaults, nullable: false, gmOnly: true, initial: () => currentUserId() };
  }
}

let currentUserId: () => string | null = () => null;

/** @internal */
export function setCurrentUser(read: () => string | null): void {
  currentUserId = read;
}
