import { expect, test } from "vitest";
import type { MappingInput } from "../../authoring/config/config.ts";
import { compileHooks } from "../../compile-hooks.ts";
import type { HookEvent } from "../../model/event.ts";
import type { Transforms } from "../../model/ports.ts";
import type { Resolution } from "../../model/resolution.ts";

const at = (id: string, more: MappingInput = {}): MappingInput => ({
  id,
  match: { path: "order" },
  messageTemplate: `${id} {{id}}`,
  ...more,
});

const order = {
  path: "order",
  payload: { id: 7, lines: Array.from({ length: 150 }, (_, n) => ({ n })) },
};

async function resolve(
  mappings: readonly MappingInput[],
  event: HookEvent = order,
  transforms: Transforms = {},
): Promise<Resolution> {
  return compileHooks({ hooks: { mappings } }, { transforms }).resolve(event);
}

/** The outcome of each element, by mapping, and its index in a list. */
function outline(resolution: Resolution): readonly unknown[] {
  if (resolution.outcome !== "batch") return [resolution.outcome];
  return resolution.elements.map(({ index, element, resolution: { outcome, mappingId } }) => [
    index,
    mappingId,
    ...(element === undefined ? [] : [element]),
    outcome,
  ]);
}

test("resolve() goes on after a mapping with continue, and ends with the first match without it", async () => {
  const mappings = [
    at("a", { continue: true }),
    at("b", { match: { path: "other" }, continue: true }),
    at("c", { action: "wake", textTemplate: "c", messageTemplate: null as never, continue: true }),
    at("d"),
    at("e"),
  ];
  const resolution = await resolve(mappings);
  expect(resolution).toMatchObject({
    outcome: "batch",
    mappingId: "a",
    mappingIds: ["a", "c", "d"],
    skipped: 0,
  });
  expect(outline(resolution)).toEqual([
    [0, "a", "action"],
    [1, "c", "action"],
    [2, "d", "action"],
  ]);
});

test("resolve() resolves like a single mapping if no other matches after one with continue", async () => {
  const one = [at("a", { continue: true }), at("b", { match: { path: "other" } })];
  expect(await resolve(one)).toMatchObject({ outcome: "action", mappingId: "a" });
  expect(await resolve([at("a", { continue: false }), at("b")])).toMatchObject({
    outcome: "action",
    mappingId: "a",
  });
});

test("resolve() goes on whatever becomes of a mapping", async () => {
  const transforms: Transforms = {
    "throws.js": () => {
      throw new Error("broken");
    },
    "null.js": async () => null,
  };
  const resolution = await resolve(
    [
      at("refused", { sessionKey: "{{missing}}", continue: true }),
      at("fails", { transform: { module: "throws.js" }, continue: true }),
      at("skips", { skip: true, messageTemplate: null as never, continue: true }),
      at("handled", { transform: { module: "null.js" }, continue: true }),
      at("no-list", { forEach: "missing", continue: true }),
      at("last"),
    ],
    order,
    transforms,
  );
  expect(outline(resolution)).toEqual([
    [0, "refused", "refused"],
    [1, "fails", "refused"],
    [2, "skips", "skipped"],
    [3, "handled", "handled"],
    [4, "no-list", "handled"],
    [5, "last", "action"],
  ]);
});

test("resolve() refuses the event if all of its mappings do, with a failure before a wrong payload", async () => {
  const transforms: Transforms = {
    "throws.js": () => {
      throw new Error("broken");
    },
  };
  const wrong = at("wrong", { sessionKey: "{{missing}}", continue: true });
  const fails = at("fails", { transform: { module: "throws.js" } });
  const refused = await resolve([wrong, fails], order, transforms);
  expect(refused).toMatchObject({
    outcome: "refused",
    mappingId: "fails",
    refusal: { code: "transform_failed", status: 500, payloadAlone: false },
  });
  expect(await resolve([wrong, { ...wrong, id: "again" }])).toMatchObject({
    mappingId: "wrong",
    refusal: { code: "session_key_refused" },
  });
});

test("resolve() counts the actions of all mappings, and makes none of more than 200", async () => {
  const lines = at("lines", { forEach: "lines", continue: true });
  const fits = await resolve([
    lines,
    { ...at("fifty"), forEach: { path: "lines", when: { "<": [{ var: "item.n" }, 50] } } },
  ]);
  expect(fits).toMatchObject({ outcome: "batch", elements: { length: 200 } });
  expect(outline(fits).slice(149, 151)).toEqual([
    [149, "lines", 149, "action"],
    [150, "fifty", 0, "action"],
  ]);
  expect(await resolve([lines, at("again", { forEach: "lines" })])).toMatchObject({
    outcome: "refused",
    refusal: { code: "batch_too_large", status: 413 },
  });
});

test("resolve() gives a mapping with the limit first what those before it left", async () => {
  const lines = at("lines", { forEach: "lines", continue: true });
  const first = at("first", { forEach: { path: "lines", limit: "first" }, continue: true });
  expect(await resolve([lines, first])).toMatchObject({
    outcome: "batch",
    elements: { length: 200 },
    skipped: 100,
  });
});

test("resolve() makes a list that is too long the refusal of its own mapping", async () => {
  const event = { path: "order", payload: { id: 1, lines: Array.from({ length: 201 }, () => 1) } };
  const resolution = await resolve(
    [at("lines", { forEach: "lines", continue: true }), at("one")],
    event,
  );
  expect(outline(resolution)).toEqual([
    [0, "lines", "refused"],
    [1, "one", "action"],
  ]);
});

test("resolve() does not count the mails of a push, none of which may be lost", async () => {
  const messages = Array.from({ length: 210 }, (_, n) => ({ id: `m${n}` }));
  const mail = (id: string): MappingInput => ({
    id,
    match: { path: "gmail" },
    messageTemplate: "{{messages[0].id}}",
  });
  const resolution = await resolve(
    [
      { ...mail("notice"), messageTemplate: "mail", continue: true },
      { ...mail("each"), forEach: "messages" },
    ],
    { path: "gmail", payload: { messages } },
  );
  expect(resolution).toMatchObject({ outcome: "batch", elements: { length: 211 } });
});

test("resolve() spends one budget on all mappings, and refuses the whole event when it is spent", async () => {
  const wide = Object.fromEntries(Array.from({ length: 1_800 }, (_, n) => [`k${n}`, n]));
  const event = { path: "order", payload: { ...wide, lines: order.payload.lines.slice(0, 100) } };
  const lines = (id: string) => at(id, { forEach: "lines", continue: true });
  expect(await resolve([lines("a")], event)).toMatchObject({ outcome: "batch" });
  expect(await resolve([lines("a"), lines("b")], event)).toMatchObject({
    outcome: "refused",
    mappingId: "b",
    refusal: { code: "work_limit", status: 400 },
  });
});

test("resolve() gives no event of a signed hook to a mapping that takes another proof", async () => {
  const auth = { provider: "github", secret: "a-secret-of-github-hooks" } as const;
  const mappings = [at("signed", { auth, continue: true }), { id: "all", messageTemplate: "x" }];
  const signed = { ...order, proof: "auth:order" };
  expect(await resolve(mappings, signed)).toMatchObject({ outcome: "action", mappingId: "signed" });
  expect(await resolve(mappings)).toMatchObject({ mappingIds: ["signed", "all"] });
});
