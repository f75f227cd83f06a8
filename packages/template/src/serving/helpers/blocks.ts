// Block helpers: if, unless, each, with, raw, and sections without a helper.

import { readOwn } from "@hookwright/base";
import { enterFrame, enterLoop, enterTurn, type Frame, type LoopFrame } from "../render/frame.ts";
import type { BlockHelper, BlockParts, HelperHash } from "../render/helper.ts";
import { isTruthy } from "./arguments.ts";
import { defineBlocks } from "./define-helpers.ts";

export const blocksHelpers: readonly BlockHelper[] = defineBlocks({
  /**
   * `{{#if value}}…{{else}}…{{/if}}`: renders the first half where the value is true, else the second.
   *
   * A missing value, null, false, 0, "" and an empty list are not true; `includeZero=true` counts 0 as true.
   *
   * @example
   * {"draft": false, "approved": true}
   * {{#if draft}}a draft{{else if approved}}approved{{else}}waiting{{/if}}
   * → approved
   */
  if: {
    hash: ["includeZero"],
    render: (value, hash, block, frame) =>
      isTrue(value, hash) ? block.main(frame) : block.otherwise(frame),
  },

  /**
   * `{{#unless value}}…{{else}}…{{/unless}}`: the opposite of `if`.
   *
   * @example
   * {"assignee": null}
   * {{#unless assignee}}Nobody takes care of it.{{/unless}}
   * → Nobody takes care of it.
   */
  unless: {
    hash: ["includeZero"],
    render: (value, hash, block, frame) =>
      isTrue(value, hash) ? block.otherwise(frame) : block.main(frame),
  },

  /**
   * `{{#each list as |item index|}}…{{else}}…{{/each}}`: renders the first half once per element of a list, or
   * per key of an object; the second half where there is none.
   *
   * Inside, plain names are fields of the element, `this` is the element, and `../` leads to what is outside;
   * `@index`, `@key`, `@first` and `@last` give the position. The names behind `as` are optional.
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
  each: {
    givesLocals: true,
    changesContext: true,
    render: (value, _hash, block, frame) => renderEach(value, block, frame),
  },

  /**
   * `{{#with value as |name|}}…{{else}}…{{/with}}`: renders the first half, in which plain names are fields of
   * the value; the second half where the value is not true. The number 0 counts as true.
   *
   * @example
   * {"sender": {"login": "ann", "url": "https://example.org/ann"}}
   * {{#with sender}}{{login}} ({{url}}){{else}}somebody{{/with}}
   * → ann (https://example.org/ann)
   */
  with: {
    givesLocals: true,
    changesContext: true,
    render: (value, _hash, block, frame) => {
      if (!isTruthy(value) && value !== 0) return block.otherwise(frame);
      const { from, hasLocals } = block;
      return block.main(enterFrame(frame, value, hasLocals ? { from, locals: [value] } : { from }));
    },
  },

  /**
   * `{{{{raw}}}}…{{{{/raw}}}}`: renders the text between the tags as it is; its braces are plain text.
   *
   * Only this form with four braces is the helper: `{{#raw}}` is a section over a field of that name.
   *
   * @example
   * {"name": "Ann"}
   * Write {{{{raw}}}}{{name}}{{{{/raw}}}} to greet {{name}}.
   * → Write {{name}} to greet Ann.
   */
  raw: { arity: [0, 0], render: (_value, _hash, block, frame) => block.main(frame) },
});

/** Not in the table of helpers: a block is a section where no block helper has its name. */
export const sectionHelper: BlockHelper = defineBlocks({
  section: {
    givesLocals: true,
    changesContext: true,
    render: (value, _hash, block, frame) => {
      if (value === false || value === undefined || value === null) return block.otherwise(frame);
      if (Array.isArray(value)) return renderEach(value, block, frame);
      const { from, hasLocals } = block;
      if (value === true && !hasLocals) return block.main(frame);
      const changes = hasLocals ? { from, locals: [value] } : { from };
      if (value !== true) return block.main(enterFrame(frame, value, changes));
      // For `true` with a block parameter, the context and its origin stay the same.
      return block.main({ ...enterFrame(frame, frame.context, changes), origin: frame.origin });
    },
  },
})[0] as BlockHelper;

/** `includeZero=true` counts the number 0 as true. */
function isTrue(value: unknown, hash: HelperHash): boolean {
  return isTruthy(value) || (value === 0 && Boolean(hash["includeZero"]));
}

function renderEach(value: unknown, block: BlockParts, frame: Frame): string {
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
  turns.run.budget.spendTurn();
  enterTurn(turns, element, block);
  return block.main(turns);
}

function keysOf(value: unknown): readonly string[] {
  return typeof value === "object" && value !== null ? Object.keys(value) : [];
}
