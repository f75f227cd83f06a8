// {{#each list}}…{{else}}…{{/each}}: renders once per element of a list, or per own key of an object.
import { readOwn } from "@hookwright/base";
import { enterLoop, enterTurn, type Frame, type LoopFrame } from "../../render/frame.ts";
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
  render: (value, _hash, block, frame) => renderEach(value, block, frame),
};

export function renderEach(value: unknown, block: BlockParts, frame: Frame): string {
  return Array.isArray(value) ? renderList(value, block, frame) : renderKeys(value, block, frame);
}

function renderList(list: readonly unknown[], block: BlockParts, frame: Frame): string {
  const { length } = list;
  if (length === 0) return block.otherwise(frame);
  const turns = enterLoop(frame);
  let text = "";
  for (let index = 0; index < length; index++) {
    setPosition(turns, index, length);
    turns.loop.key = index;
    text += renderTurn(list[index], turns, block);
  }
  return text;
}

function renderKeys(value: unknown, block: BlockParts, frame: Frame): string {
  const keys = keysOf(value);
  if (keys.length === 0) return block.otherwise(frame);
  const turns = enterLoop(frame);
  let text = "";
  for (const [index, key] of keys.entries()) {
    setPosition(turns, index, keys.length);
    turns.loop.key = key;
    text += renderTurn(readOwn(value, key), turns, block);
  }
  return text;
}

function setPosition({ loop }: LoopFrame, index: number, length: number): void {
  loop.index = index;
  loop.first = index === 0;
  loop.last = index === length - 1;
}

function renderTurn(element: unknown, turns: LoopFrame, block: BlockParts): string {
  turns.budget.spendTurn();
  enterTurn(turns, element, block);
  return block.main(turns);
}

function keysOf(value: unknown): readonly string[] {
  return typeof value === "object" && value !== null ? Object.keys(value) : [];
}
