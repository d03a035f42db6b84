import { describe, expect, it } from "vitest";
import { parseChatCommand } from "./sidebar/chat-commands";

// https://foundryvtt.com/article/chat/
describe("a line of chat", () => {
  it.each([
    ["/r 6dztn4", { kind: "roll", mode: "roll", formula: "6dztn4", flavor: "" }],
    ["/roll 1d10 # Luck", { kind: "roll", mode: "roll", formula: "1d10", flavor: "Luck" }],
    ["/gmr 2d10", { kind: "roll", mode: "gmroll", formula: "2d10", flavor: "" }],
    ["/blindroll 2d10", { kind: "roll", mode: "blindroll", formula: "2d10", flavor: "" }],
    ["/sr 2d10", { kind: "roll", mode: "selfroll", formula: "2d10", flavor: "" }],
  ])("%s rolls", (line, expected) => {
    expect(parseChatCommand(line)).toEqual(expected);
  });

  it("whispers to one name or to several in brackets", () => {
    expect(parseChatCommand("/w Ana be quiet")).toEqual({ kind: "whisper", names: ["Ana"], text: "be quiet" });
    expect(parseChatCommand("/w [Ana Ross, GM] now")).toEqual({ kind: "whisper", names: ["Ana Ross", "GM"], text: "now" });
  });

  it("speaks, also over several lines", () => {
    expect(parseChatCommand("hello\nthere")).toEqual({ kind: "message", style: "plain", text: "hello\nthere" });
    expect(parseChatCommand("/ic hello")).toEqual({ kind: "message", style: "ic", text: "hello" });
    expect(parseChatCommand("/me waves")).toEqual({ kind: "message", style: "emote", text: "waves" });
  });

  it("names a command that it does not know", () => {
    expect(parseChatCommand("/dance now")).toEqual({ kind: "unknown", command: "dance" });
  });
});
