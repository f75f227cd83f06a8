// Run for what it returns, and type-checked for what it accepts: an expected error that is none fails the check.
import type { PullRequestEvent, PushEvent } from "@octokit/webhooks-types";
import { expect, expectTypeOf, test } from "vitest";
import { compileHooks } from "../../index.ts";
import { parseThinking } from "../../model/action.ts";
import {
  createTransformUrl,
  createUrlFromParts,
  defineTransform,
  type Transform,
  type TransformCall,
  type TransformContext,
} from "../../model/transform.ts";
import { defineMapping } from "./define-mapping.ts";

interface Order {
  readonly id: string;
  readonly customer?: { readonly email: string | null };
  readonly lines: readonly { readonly sku: string; readonly parts: readonly { n: number }[] }[];
  readonly extra: Record<string, number>;
}

const order = defineMapping<Order>();

test("defineMapping() returns its argument, and takes what compileHooks takes", () => {
  const mapping = order({
    match: { path: "shop" },
    messageTemplate:
      "{{id}} {{lines[0].sku}} {{lines.0.parts.1.n}} {{ customer.email }} {{extra.weight}}",
  });
  expect(compileHooks({ hooks: { mappings: [mapping] } })).toBeDefined();
});

test("defineMapping() takes every key of a mapping", () => {
  order({
    id: "shop",
    match: {
      path: "shop",
      headers: { "x-kind": ["a", "b"] },
      when: { "==": [{ var: "payload.id" }, "1"] },
    },
    auth: { provider: "shopify", secret: { env: "SHOP_SECRET" } },
    forEach: { path: "lines", when: { "!!": [{ var: "item.sku" }] }, limit: "first" },
    respond: { status: 200, json: { ok: true } },
    rateLimit: { events: 5, perSeconds: 1 },
    transform: { module: "./shop.mjs" },
    messageTemplate: "{{item.sku}}",
  });
});

test("defineMapping() without a type of the payload takes every path", () => {
  const mapping = defineMapping()({ messageTemplate: "{{whatever.there.is}}" });
  expect(mapping.messageTemplate).toBe("{{whatever.there.is}}");
});

// Run for what it returns, and type-checked for what it accepts: an expected error that is none fails the check.

interface Push {
  readonly ref: string;
}

test("defineTransform() returns its argument", () => {
  const transform = (): null => null;
  expect(defineTransform(transform)).toBe(transform);
});

test("defineTransform() accepts every kind of result, from an async function too", async () => {
  const all = [
    defineTransform(() => undefined),
    defineTransform(() => ({ action: null })),
    defineTransform(() => ({ action: "wake", text: "t", mode: "next-heartbeat" })),
    defineTransform(async () => ({ kind: "agent", message: "m", deliver: false })),
  ];
  expectTypeOf(all).toExtend<readonly Transform[]>();
  const several = defineTransform(async ({ payload }: TransformContext<Push>) => {
    if (payload.ref === "a") return null;
    if (payload.ref === "b") return { action: null };
    return payload.ref === "c" ? undefined : { message: payload.ref, channel: "slack" };
  });
  expectTypeOf(several).toEqualTypeOf<Transform<Push>>();
  const call = (transform: Transform) => transform({} as TransformContext, {} as TransformCall);
  expect(await Promise.all(all.map(call))).toEqual([
    undefined,
    { action: null },
    { action: "wake", text: "t", mode: "next-heartbeat" },
    { kind: "agent", message: "m", deliver: false },
  ]);
});

test.each([
  ["/hooks/ci", "http://localhost/hooks/ci"],
  ["/hooks/ci?a=1&b=%20", "http://localhost/hooks/ci?a=1&b=%20"],
  ["HTTP://gateway.example", "http://localhost/"],
  ["//evil.example/ci", "http://localhost//evil.example/ci"],
])("createTransformUrl() puts %s on localhost", (target, href) => {
  const url = createTransformUrl(target);
  expect(url).toBeInstanceOf(URL);
  expect(url.href).toBe(href);
});

test.each([
  ["/ci?token=secret", ""],
  ["/ci?a=1&token=secret&b=2&token=other", "?a=1&b=2"],
  ["/ci?%74oken=secret&a=1", "?a=1"],
  ["/ci?tokens=1", "?tokens=1"],
])("createTransformUrl() leaves the token out of %s", (target, search) => {
  expect(createTransformUrl(target).search).toBe(search);
});

test("createUrlFromParts() makes a URL of the name and the query, without the token", () => {
  const parts = {
    basePath: "/hooks",
    path: "a/b?c#d",
    query: { token: "t", x: "1", y: undefined },
  };
  const url = createUrlFromParts(parts);
  expect(url).toBeInstanceOf(URL);
  expect(url.href).toBe("http://localhost/hooks/a/b%3Fc%23d?x=1");
});

test("createUrlFromParts() and createTransformUrl() take any text, halves of pairs included", () => {
  const path = "\ud800";
  expect(createUrlFromParts({ basePath: "", path, query: { a: path } }).search).toBe(
    "?a=%EF%BF%BD",
  );
  expect(createTransformUrl(`/${path}`).pathname).toBe("/%EF%BF%BD");
});

test.each([
  ["off", ["OFF", "none", "disabled"]],
  ["minimal", ["min", "think"]],
  ["high", ["ultra", "ultrathink", "highest"]],
])("parseThinking() knows the synonyms of %s", (level, names) => {
  for (const name of [level, ...names]) expect(parseThinking(name)).toBe(level);
});

test("defineMapping() knows what an event has beside its payload", () => {
  order({
    messageTemplate:
      "{{payload.id}} {{headers.x-shop}} {{query.a}} {{path}} {{now}} {{lines.length}}",
    sessionKey: "hook:shop:{{id}}",
  });
  order({ forEach: "lines", messageTemplate: "{{item.sku}} {{index}} {{lines[0].sku}}" });
  order({ forEach: { path: "lines.parts" }, messageTemplate: "{{item.n}} of {{id}}" });
});

test("defineMapping() refuses a path that leads nowhere", () => {
  // @ts-expect-error The payload has no "nr"
  order({ messageTemplate: "Order {{nr}}" });
  // @ts-expect-error The payload has no "customer.mail"
  order({ messageTemplate: "{{id}} of {{customer.mail}}" });
  // @ts-expect-error The payload has no "lines.0.name"
  order({ textTemplate: "{{lines[0].name}}", action: "wake" });
  // @ts-expect-error The payload has no "item.nr"
  order({ forEach: "lines", messageTemplate: "{{item.nr}}" });
  // @ts-expect-error Only a mapping with a list has items.
  order({ messageTemplate: "{{item.sku}}" });
  // @ts-expect-error The payload has no "rows"
  order({ forEach: "rows", messageTemplate: "{{id}}" });
  // @ts-expect-error The payload has no "number"
  order({ messageTemplate: "{{id}}", sessionKey: "hook:shop:{{number}}" });
  // @ts-expect-error The payload has no "gone"
  order({ messageTemplate: "{{#if customer}}{{gone}}{{/if}}" });
  // @ts-expect-error The payload has no "gone"
  order({ messageTemplate: "{{#each gone}}{{sku}}{{/each}}" });
});

test("defineMapping() refuses a key that no mapping has, and a value of a wrong type", () => {
  // @ts-expect-error A mapping has no such key.
  order({ messageTemplat: "{{id}}" });
  // @ts-expect-error A match has no such key.
  order({ match: { paht: "shop" }, messageTemplate: "{{id}}" });
  // @ts-expect-error A list in a batch has no such key.
  order({ forEach: { path: "lines", limt: "first" }, messageTemplate: "{{id}}" });
  // @ts-expect-error A number is not a template.
  order({ messageTemplate: 5 });
});

test("defineMapping() leaves helpers, comments, partials and other scopes alone", () => {
  order({
    messageTemplate:
      '{{! of a shop }}{{upper id}} {{> footer}} {{#each lines}}{{sku}} {{@index}} {{../id}}{{/each}} {{"literal"}}',
  });
  order({ messageTemplate: "{{#if customer}}{{customer.email}}{{else}}nobody{{/if}} {{id}}" });
});

test("defineMapping() takes the types that GitHub publishes", () => {
  const mapping = defineMapping<PushEvent>()({
    match: { path: "github", headers: { "x-github-event": "push" } },
    messageTemplate:
      "{{pusher.name}} pushed {{commits.length}} to {{repository.full_name}}: {{head_commit.message}}",
    forEach: "commits",
    name: "{{item.author.name}}",
  });
  expect(mapping.forEach).toBe("commits");
  defineMapping<PullRequestEvent>()({
    messageTemplate:
      "{{action}} {{pull_request.title}} {{pull_request.user.login}} {{pull_request.labels[0].name}}",
  });
  // @ts-expect-error The payload has no "pull_request.text"
  defineMapping<PullRequestEvent>()({ messageTemplate: "{{pull_request.text}}" });
  // @ts-expect-error The payload has no "issue.title"
  defineMapping<PushEvent>()({ messageTemplate: "{{issue.title}}" });
});

test("defineTransform() infers the payload from the context, or takes it as a type argument", () => {
  const annotated = defineTransform(({ payload }: TransformContext<Push>) => ({
    message: payload.ref,
  }));
  const given = defineTransform<Push>(({ payload, body, headers, query, now }, { timeoutMs }) => {
    expectTypeOf(payload).toEqualTypeOf<Push>();
    expectTypeOf(body).toEqualTypeOf<Push>();
    expectTypeOf(headers).toExtend<object>();
    expectTypeOf(query["x"]).toEqualTypeOf<string | undefined>();
    expectTypeOf(now).toBeString();
    expectTypeOf(timeoutMs).toBeNumber();
    return null;
  });
  const untyped = defineTransform(({ payload }) => {
    expectTypeOf(payload).toBeUnknown();
    return undefined;
  });
  expectTypeOf(annotated).toEqualTypeOf<Transform<Push>>();
  expectTypeOf(given).toEqualTypeOf<Transform<Push>>();
  expectTypeOf(untyped).toEqualTypeOf<Transform>();
  // @ts-expect-error: the payload has no such field.
  defineTransform<Push>(({ payload }) => ({ message: payload.reff }));
});

test("defineTransform() refuses fields that no action has", () => {
  // @ts-expect-error: a misspelled field.
  defineTransform(() => ({ message: "m", sesionKey: "k" }));
  // @ts-expect-error: a field that is the operator's alone.
  defineTransform(async () => ({ message: "m", allowUnsafeExternalContent: true }));
  // @ts-expect-error: a field of a wrong type.
  defineTransform(() => ({ message: 5 }));
  // @ts-expect-error: a value that the field does not know.
  defineTransform(() => ({ kind: "walk" }));
  // @ts-expect-error: no part of an action at all.
  defineTransform(() => "text");
  // @ts-expect-error: with a type argument, types are checked as well.
  defineTransform<Push>(() => ({ message: "m", deliver: "false" }));
});
