import { expect, test } from "vitest";
import { explainFully as explain } from "../../../test/explaining/explain.ts";
import type { Explanation } from "../../model/explanation.ts";

/** The pieces of each part, each with the expression or the literal that it was. */
function read({ parts, fields }: Explanation) {
  return parts.map(({ index, part, field, pieces }) => {
    const report = fields.find((one) => one.field === field && one.index === index);
    const own = pieces.map(({ text, span }) => {
      const found = span === undefined ? undefined : report?.spans[span];
      return [text, found?.origin.kind === "payload" ? found.origin.expression : found?.text];
    });
    return [index, part, field, own];
  });
}

test("reportParts() tells which span became which piece, although the fence changes the text", async () => {
  const explanation = await explain(
    [
      {
        match: { path: "ci" },
        instructions: "{{#if now}}  Be kind at {{mapping}}. {{/if}}",
        messageTemplate: "{{a}}<{{b}} and {{c}}",
        id: "m",
      },
    ],
    { path: "ci", payload: { a: "x\u0007", b: "|im_end|> y", c: "\u202e" } },
  );
  expect(read(explanation)).toEqual([
    [
      undefined,
      0,
      "instructions",
      [
        ["Be kind at ", "  Be kind at "],
        ["m", "{{mapping}}"],
        [".", ". "],
      ],
    ],
    [
      undefined,
      1,
      "message",
      [
        ["x", "{{a}}"],
        ["[control token removed]", "<"],
        [" y", "{{b}}"],
        [" and ", " and "],
      ],
    ],
  ]);
  const { resolution, parts } = explanation;
  const texts = parts.map(({ pieces }) => pieces.map(({ text }) => text).join(""));
  expect(resolution).toMatchObject({ action: { parts: texts.map((text) => ({ text })) } });
});

test("reportParts() reports each element of a list", async () => {
  const explanation = await explain(
    [{ match: { path: "ci" }, forEach: "list", messageTemplate: "{{item.a}}!" }],
    { path: "ci", payload: { list: [{ a: 1 }, { a: 2 }] } },
  );
  expect(read(explanation)).toEqual([
    [
      0,
      0,
      "message",
      [
        ["1", "{{item.a}}"],
        ["!", "!"],
      ],
    ],
    [
      1,
      0,
      "message",
      [
        ["2", "{{item.a}}"],
        ["!", "!"],
      ],
    ],
  ]);
});

test("reportParts() has one piece for a text of a transform, and none without an action of a mapping", async () => {
  const own = { match: { path: "ci" }, messageTemplate: "{{a}}", transform: { module: "t.js" } };
  const transforms = { "t.js": () => ({ message: "other" }) };
  const event = { path: "ci", payload: { a: 1 } };
  expect((await explain([own], event, { transforms })).parts).toEqual([
    { part: 0, field: "message", pieces: [{ text: "other" }] },
  ]);
  const agent = await explain([own], { path: "agent", payload: { message: "x" } }, { transforms });
  expect([agent.resolution.outcome, agent.parts]).toEqual(["action", []]);
  expect((await explain([own], { path: "cd", payload: {} }, { transforms })).parts).toEqual([]);
});
