// {{#each list}}…{{else}}…{{/each}}: once per element, or once per own key of an object.
import { readOwn } from "../../../data/read-own.ts";
import { enterFrame, type Frame } from "../../frame.ts";
import type { BlockHelper, BlockParts } from "../../helper.ts";

export const eachHelper: BlockHelper = {
  kind: "block",
  name: "each",
  arity: [1, 1],
  changesContext: true,
  render: ([value], _hash, block, frame) => renderEach(value, block, frame),
};

export function renderEach(value: unknown, block: BlockParts, frame: Frame): string {
  const isArray = Array.isArray(value);
  const keys = isArray ? value.keys() : keysOf(value);
  const length = isArray ? value.length : (keys as readonly string[]).length;
  if (length === 0) return block.otherwise(frame);
  let text = "";
  let index = 0;
  for (const key of keys) {
    frame.budget.spendIteration();
    const element = readOwn(value, String(key));
    const loop = { index, key, first: index === 0, last: index === length - 1 };
    const { from } = block;
    const changes = block.hasLocals ? { from, loop, locals: [element, key] } : { from, loop };
    text += block.main(enterFrame(frame, element, changes));
    index += 1;
  }
  return text;
}

function keysOf(value: unknown): readonly string[] {
  return typeof value === "object" && value !== null ? Object.keys(value) : [];
}
