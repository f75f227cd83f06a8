// {{#each list}}…{{else}}…{{/each}}: renders once per element of a list, or per own key of an object.
import { readOwn } from "../../../data/path.ts";
import { enterFrame, type Frame, type LoopData } from "../../render/frame.ts";
import type { BlockHelper, BlockParts } from "../../render/helper.ts";

/**
 * `{{#each list as |item index|}}…{{else}}…{{/each}}`: renders the first half once per element of a
 * list, or per key of an object; the second half where there is none.
 *
 * Inside, plain names are fields of the element, `this` is the element and `../` leads to what is
 * outside. `@index`, `@key`, `@first` and `@last` describe the position. The names behind `as` are
 * optional.
 *
 * @example
 * {"commits": [{"id": "5c2e", "message": "Fix login"}, {"id": "9ab1", "message": "Add tests"}]}
 * {{#each commits}}
 * {{@index}}. {{message}} ({{id}})
 * {{/each}}
 * → 0. Fix login (5c2e)
 * 1. Add tests (9ab1)
 *
 * @example
 * {"checks": {"lint": "green", "test": "red"}}
 * {{#each checks as |state name|}}{{name}}: {{state}}; {{else}}no checks{{/each}}
 * → lint: green; test: red;
 */
export const eachHelper: BlockHelper = {
  kind: "block",
  name: "each",
  arity: [1, 1],
  hash: [],
  givesLocals: true,
  changesContext: true,
  render: ([value], _hash, block, frame) => renderEach(value, block, frame),
};

export function renderEach(value: unknown, block: BlockParts, frame: Frame): string {
  return Array.isArray(value) ? renderList(value, block, frame) : renderKeys(value, block, frame);
}

function renderList(list: readonly unknown[], block: BlockParts, frame: Frame): string {
  const { length } = list;
  if (length === 0) return block.otherwise(frame);
  let text = "";
  for (let index = 0; index < length; index++) {
    const loop = { index, key: index, first: index === 0, last: index === length - 1 };
    text += renderTurn(list[index], loop, block, frame);
  }
  return text;
}

function renderKeys(value: unknown, block: BlockParts, frame: Frame): string {
  const keys = keysOf(value);
  if (keys.length === 0) return block.otherwise(frame);
  let text = "";
  for (const [index, key] of keys.entries()) {
    const loop = { index, key, first: index === 0, last: index === keys.length - 1 };
    text += renderTurn(readOwn(value, key), loop, block, frame);
  }
  return text;
}

function renderTurn(element: unknown, loop: LoopData, block: BlockParts, frame: Frame): string {
  frame.budget.spendTurn();
  const { from, hasLocals } = block;
  const changes = hasLocals ? { from, loop, locals: [element, loop.key] } : { from, loop };
  return block.main(enterFrame(frame, element, changes));
}

function keysOf(value: unknown): readonly string[] {
  return typeof value === "object" && value !== null ? Object.keys(value) : [];
}
