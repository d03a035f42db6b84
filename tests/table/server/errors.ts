import type { ServerError } from "../core/protocol";

/** A refusal or failure that the server answers a frame with. */
export class TableError extends Error {
  override readonly name: ServerError["name"];

  constructor(name: ServerError["name"], message: string) {
    super(message);
    this.name = name;
  }

  /** The wire form. */
  toFrame(): ServerError {
    return { name: this.name, message: this.message };
  }
}

/** Turns whatever was thrown into the wire form; unknown failures are shown as validation errors, so that no frame goes unanswered. */
export function toServerError(error: unknown): ServerError {
  if (error instanceof TableError) return error.toFrame();
  return { name: "ValidationError", message: error instanceof Error ? error.message : String(error) };
}
