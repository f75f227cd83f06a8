import { expect, test } from "vitest";
import { compileHooks } from "../../../compile-hooks.ts";
import type { MappingInput } from "../../config/config.ts";

function lint(mapping: MappingInput, transforms = {}) {
  const config = { hooks: { mappings: [{ id: "m", match: { path: "x" }, ...mapping }] } };
  const { warnings } = compileHooks(config, { transforms });
  return warnings.filter(({ code }) => code !== "hooks_disabled");
}

test("for_each_unread: warns where each element makes the same action", () => {
  const mapping = { forEach: "orders", messageTemplate: "{{order.id}}" };
  expect(lint(mapping)).toEqual([
    {
      code: "for_each_unread",
      severity: "warning",
      path: ["hooks", "mappings", 0, "forEach"],
      message:
        'No template of mapping "m" reads the element of "orders": every element makes the same action.',
      hint: 'Write {{item.field}} for a field of the element, or remove "forEach" for one action of the event.',
    },
  ]);
  expect(lint({ ...mapping, forEach: "payload.a.orders", messageTemplate: "{{b}}" })).toHaveLength(
    1,
  );
});

test.each([
  { forEach: "orders", messageTemplate: "{{a}} {{item.id}}" },
  { forEach: "orders", messageTemplate: "{{a}}", sessionKey: "hook:{{index}}" },
  { forEach: "orders", messageTemplate: "{{orders[0].id}}" },
  { forEach: "payload.entry.changes", messageTemplate: "{{entry[0].changes[0].id}} {{a}}" },
  { forEach: "orders", messageTemplate: "{{a}}{{json payload}}" },
  { forEach: "orders", messageTemplate: "{{a}}{{#each orders}}{{id}}{{/each}}" },
  { forEach: "orders", messageTemplate: "a new order" },
])("for_each_unread: accepts %j", (mapping) => {
  expect(lint(mapping)).toEqual([]);
});

test("for_each_unread: leaves a mapping with a transform to it", () => {
  const transforms = { "t.js": () => undefined };
  const mapping = { forEach: "orders", messageTemplate: "{{a}}", transform: { module: "t.js" } };
  expect(lint(mapping, transforms)).toEqual([]);
});
