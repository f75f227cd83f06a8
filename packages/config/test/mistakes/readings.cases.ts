// Mistakes in what a mapping reads, and in what it is recognized by.
import type { MistakeCase } from "./mistake-case.ts";

const shop = (keys: object) => ({
  hooks: { mappings: [{ match: { path: "shop" }, messageTemplate: "Order", ...keys }] },
});

/** A key that stands there without its braces. */
function keyCase(name: string, wrong: string, right: string, payload: object): MistakeCase {
  return {
    name: `a dedupeKey that is ${name}`,
    config: shop({ dedupeKey: wrong }),
    code: "dedupe_key_constant",
    says: ["hooks.mappings[0].dedupeKey", "has no expression", `Write "${right}".`],
    followed: shop({ dedupeKey: right }),
    event: { path: "shop", payload },
    action: { dedupeKey: "o-7" },
  };
}

export const CASES: readonly MistakeCase[] = [
  {
    name: "a repeated base path",
    config: {
      hooks: { mappings: [{ match: { path: "/hooks/shop" }, messageTemplate: "Order {{no}}" }] },
    },
    code: "match_repeats_base_path",
    says: ["hooks.mappings[0].match.path", 'Write "shop".'],
    followed: {
      hooks: { mappings: [{ match: { path: "shop" }, messageTemplate: "Order {{no}}" }] },
    },
    event: { path: "shop", payload: { no: "7" } },
    action: { outcome: "action", kind: "agent" },
  },
  keyCase("a path with an element", "orders[0].id", "{{orders[0].id}}", {
    orders: [{ id: "o-7" }],
  }),
  keyCase("a path below payload", "payload.event.uuid", "{{payload.event.uuid}}", {
    event: { uuid: "o-7" },
  }),
  keyCase("JSONPath", "$.order.number", "{{order.number}}", { order: { number: "o-7" } }),
  keyCase("a placeholder of JavaScript", "${transactionId}", "{{transactionId}}", {
    transactionId: "o-7",
  }),
  keyCase("single braces", "{ reference_id }", "{{reference_id}}", { reference_id: "o-7" }),
  keyCase("one word", "invoice", "{{invoice}}", { invoice: "o-7" }),
  {
    name: "a dedupeKey with words before a bare path",
    config: shop({ dedupeKey: "order:id" }),
    code: "dedupe_key_constant",
    says: ["hooks.mappings[0].dedupeKey", '"order:{{id}}"'],
    followed: shop({ dedupeKey: "order:{{id}}" }),
    event: [
      { path: "shop", payload: { id: 1 } },
      { path: "shop", payload: { id: 2 } },
    ],
    action: [{ dedupeKey: "order:1" }, { dedupeKey: "order:2" }],
  },
  {
    name: "a dedupeKey in YAML without quotes",
    config:
      "hooks:\n  mappings:\n    - match: { path: shop }\n      dedupeKey: cart.id # one run each\n      messageTemplate: Cart\n",
    code: "dedupe_key_constant",
    says: 'Write "{{cart.id}}".',
    followed:
      'hooks:\n  mappings:\n    - match: { path: shop }\n      dedupeKey: "{{cart.id}}" # one run each\n      messageTemplate: Cart\n',
    event: { path: "shop", payload: { cart: { id: "c" } } },
    action: { dedupeKey: "c" },
  },
  {
    name: "two states of one order with one dedupeKey",
    config: shop({ dedupeKey: "shop:{{order.id}}" }),
    events: [
      { path: "shop", payload: { order: { id: 7, state: "paid" } } },
      { path: "shop", payload: { order: { id: 7, state: "returned" } } },
    ],
    code: "dedupe_key_shared",
    says: ["hooks.mappings[0].dedupeKey", '"order.state"', '"shop:{{order.id}}:{{order.state}}"'],
    followed: shop({ dedupeKey: "shop:{{order.id}}:{{order.state}}" }),
    event: [
      { path: "shop", payload: { order: { id: 7, state: "paid" } } },
      { path: "shop", payload: { order: { id: 7, state: "returned" } } },
    ],
    action: [{ dedupeKey: "shop:7:paid" }, { dedupeKey: "shop:7:returned" }],
  },
];
