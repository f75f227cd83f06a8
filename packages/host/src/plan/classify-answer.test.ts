import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { ACK_TOKEN, classifyAnswer } from "./classify-answer.ts";

const heartbeat = (text: string): unknown => classifyAnswer(text, { ackMaxChars: 300 });
const delivered = (text: string): unknown => {
  const classified = classifyAnswer(text);
  return classified.kind === "deliver" ? classified.text : classified.kind;
};

test.each([
  ["HEARTBEAT_OK", "ack"],
  ["HEARTBEAT_OK all quiet", "ack"],
  ["all quiet HEARTBEAT_OK", "ack"],
  ["say HEARTBEAT_OK when done", "deliver"],
  ["heartbeat_ok", "deliver"],
  ["MY_HEARTBEAT_OK", "deliver"],
  ["HEARTBEAT_OKAY", "deliver"],
  ["HEARTBEAT_OK_2", "deliver"],
  ["", "empty"],
])(
  "classifyAnswer() counts the token at the start and at the end alone: %s",
  { tags: "ACK-1" },
  (text, kind) => {
    expect(heartbeat(text)).toMatchObject({ kind });
  },
);

test.each([
  "**HEARTBEAT_OK**",
  "<b>HEARTBEAT_OK</b>.",
  "<!-- x --><p class='a'>`HEARTBEAT_OK`</p>",
  "&nbsp;HEARTBEAT_OK\u00a0",
  '("HEARTBEAT_OK")!',
  "[HEARTBEAT_OK].",
  "~~_HEARTBEAT_OK_~~,",
  "HEART<i>BEAT_OK</i>",
  "** HEARTBEAT_OK **",
])("classifyAnswer() ignores markup around the token: %s", { tags: "ACK-2" }, (text) => {
  expect(classifyAnswer(text)).toEqual({ kind: "ack" });
});

test.each([
  ["HEARTBEAT_OK\n\n  Disk is full.\n\tFree some.", "Disk is full.\n\tFree some."],
  ["Disk  is full. **HEARTBEAT_OK**", "Disk  is full."],
  ["HEARTBEAT_OK Disk is full HEARTBEAT_OK. HEARTBEAT_OK", "Disk is full"],
  ["HEARTBEAT_OK <b>Disk</b> full", "<b>Disk</b> full"],
  ["<b>HEARTBEAT_OK</b> Disk&nbsp;full <i>HEARTBEAT_OK</i>", "Disk&nbsp;full"],
  ["**HEARTBEAT_OK Disk full**", "**Disk full**"],
  ["**Disk full HEARTBEAT_OK.**", "**Disk full**"],
  ["*HEARTBEAT_OK _HEARTBEAT_OK Disk full_*", "*_Disk full_*"],
  ["*_Disk full HEARTBEAT_OK_ HEARTBEAT_OK*", "*_Disk full_*"],
  [" Disk full\n", " Disk full\n"],
])(
  "classifyAnswer() delivers %s without its tokens and with its white space",
  { tags: "ACK-3" },
  (text, rest) => {
    expect(delivered(text)).toBe(rest);
  },
);

/** Written from the rule and not from the code. */
function hasTokenAtEnd(text: string): boolean {
  const clean = text.replace(/<[!/]?[a-z-][^<>]*>/gi, "").replace(/&nbsp;/gi, " ");
  const inner = clean.replace(/^[\s*_~`"'()[\]]+/, "").replace(/[\s*_~`"'()[\].!,]+$/, "");
  return (
    /^HEARTBEAT_OK(?!_*[\p{L}\p{N}])/u.test(inner) ||
    /(?<![\p{L}\p{N}]_*)HEARTBEAT_OK$/u.test(inner)
  );
}

const pieces = fc.constantFrom(
  ...[ACK_TOKEN, ACK_TOKEN, " ", "\n", "*", "_", "(", ")", ".", "!", "<b>", "</b>", "&nbsp;"],
  ...["\u00a0", "word", "7", "<", ">", "`", "é"],
);

describe("laws", () => {
  test("classifyAnswer() never delivers a token at an end, and classifies its own output the same", {
    tags: "ACK-3",
  }, () => {
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 14 }), (list) => {
        const text = list.join("");
        const classified = classifyAnswer(text);
        if (classified.kind !== "deliver") return;
        expect(hasTokenAtEnd(classified.text)).toBe(false);
        expect(classifyAnswer(classified.text)).toEqual(classified);
      }),
      { numRuns: 2_000 },
    );
  });

  test("classifyAnswer() leaves an answer without the token as it is", { tags: "ACK-1" }, () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(classifyAnswer(text)).toEqual(
          text.trim() === "" ? { kind: "empty" } : { kind: "deliver", text },
        );
      }),
    );
  });
});

test("classifyAnswer() reads a megabyte of tokens or brackets in one pass", {
  tags: "ACK-3",
}, () => {
  expect(heartbeat("HEARTBEAT_OK. ".repeat(70_000))).toEqual({ kind: "ack" });
  expect(heartbeat(`${"<a ".repeat(300_000)}${"(".repeat(100_000)}`)).toMatchObject({
    kind: "deliver",
  });
});

test("classifyAnswer() takes a heartbeat with up to ackMaxChars beside the token for an acknowledgment", {
  tags: "ACK-4",
}, () => {
  expect(heartbeat(`HEARTBEAT_OK ${"x".repeat(300)}`)).toEqual({ kind: "ack" });
  expect(heartbeat(`HEARTBEAT_OK ${"x".repeat(301)}`)).toMatchObject({ kind: "deliver" });
  expect(heartbeat(`HEARTBEAT_OK ${"😀".repeat(151)}`)).toMatchObject({ kind: "deliver" });
  expect(heartbeat(`HEARTBEAT_OK a${" ".repeat(400)}b`)).toEqual({ kind: "ack" });
});

test("classifyAnswer() takes an answer of a run for an acknowledgment without a letter or digit beside the token", {
  tags: "ACK-5",
}, () => {
  expect(delivered("Invoice failed. HEARTBEAT_OK")).toBe("Invoice failed.");
  expect(delivered("HEARTBEAT_OK 👍 …")).toBe("ack");
  expect(delivered("HEARTBEAT_OK 7")).toBe("7");
  expect(classifyAnswer("Invoice failed. HEARTBEAT_OK", { ackMaxChars: 20 })).toEqual({
    kind: "ack",
  });
  expect(classifyAnswer("HEARTBEAT_OK x", { ackMaxChars: 0 })).toMatchObject({ kind: "deliver" });
});

test("classifyAnswer() never takes an answer with an attachment for an acknowledgment", {
  tags: "ACK-6",
}, () => {
  const options = { ackMaxChars: 300, hasAttachments: true };
  expect(classifyAnswer("HEARTBEAT_OK see the chart", options)).toEqual({
    kind: "deliver",
    text: "see the chart",
  });
  expect(classifyAnswer("", options)).toEqual({ kind: "deliver", text: "" });
  expect(classifyAnswer(" \n", { ackMaxChars: 300 })).toEqual({ kind: "empty" });
});
