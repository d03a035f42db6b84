import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { documentId } from "../../tools/ids";

describe("documentId", () => {
  // Worked out by another program from the definition: SHA-256, big-endian, base 62 (0-9 A-Z a-z), 43 digits, the first 16.
  it.each([
    ["Item", "synthsilk", "V8Vvg4qLqxKwm5fk"],
    ["Actor", "pregen-duellist", "JpisoJ1yUzrMe7Ec"],
    ["Folder", "folder-armor-primitive", "4yFqMRIrZpefEaq8"],
    ["Item", "unarmed-martial-kick", "lEsaJ7BqlIS7CQMi"],
  ] as const)("makes the id of %s:%s", (documentName, key, id) => {
    expect(documentId(documentName, key)).toBe(id);
  });

  it("keeps leading zeros, so that a small digest gives 16 characters too", () => {
    expect(documentId("Item", "probe-50")).toBe("0exfFbP6CxxjP67J");
  });

  it("gives 16 letters and digits for any key, and another id for another kind of document", () => {
    fc.assert(
      fc.property(fc.string(), (key) => {
        const id = documentId("Item", key);
        return /^[0-9A-Za-z]{16}$/.test(id) && id === documentId("Item", key) && id !== documentId("Actor", key);
      }),
    );
  });
});
