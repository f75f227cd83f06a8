// Run for what it returns, and type-checked for what it accepts: an expected error that is none fails the check.
import type { PullRequestEvent, PushEvent } from "@octokit/webhooks-types";
import { expect, test } from "vitest";
import { compileHooks } from "../index.ts";
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
  // @ts-expect-error A number is no template.
  order({ messageTemplate: 5 });
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

test("defineMapping() leaves helpers, comments, partials and other scopes alone", () => {
  order({
    messageTemplate:
      '{{! of a shop }}{{upper id}} {{> footer}} {{#each lines}}{{sku}} {{@index}} {{../id}}{{/each}} {{"literal"}}',
  });
  order({ messageTemplate: "{{#if customer}}{{customer.email}}{{else}}nobody{{/if}} {{id}}" });
});

test("defineMapping() without a type of the payload takes every path", () => {
  const mapping = defineMapping()({ messageTemplate: "{{whatever.there.is}}" });
  expect(mapping.messageTemplate).toBe("{{whatever.there.is}}");
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
