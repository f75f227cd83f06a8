// An expression that is a field of where the template stands → its keys, and per event its text.
import { type Key, keyFromText, readKey } from "../data/read-own.ts";
import { textFromValue } from "../data/text-from-value.ts";
import type { MustacheNode } from "./ast.ts";
import { pathFromLiteral } from "./compile-expression.ts";
import { findPlainSteps, readOfContext } from "./compile-path.ts";
import type { CompileState } from "./compile-state.ts";
import { describeOrigin } from "./describe-origin.ts";
import type { Frame } from "./frame.ts";

/**
 * Nearly all expressions are a field of where the template stands. As data they take half the memory
 * of closures, in a config of thousands of mappings, and render as fast.
 */
export interface PlainField {
  readonly keys: readonly Key[];
  /** Whether no block around changes the context. */
  readonly isAtRoot: boolean;
  readonly expression: string;
}

/** Undefined for every other expression. */
export function compilePlainField(node: MustacheNode, state: CompileState): PlainField | undefined {
  if (node.params.length > 0 || node.hash) return undefined;
  const steps = findPlainSteps(pathFromLiteral(node.path), state);
  if (steps === undefined) return undefined;
  state.session.reads.push(readOfContext(0, steps, state));
  return {
    keys: steps.map(keyFromText),
    isAtRoot: state.contextDepth === 0,
    expression: state.parsed.tagOf(node),
  };
}

export function renderPlainField(field: PlainField, frame: Frame): string {
  let value = frame.context;
  for (const key of field.keys) value = readKey(value, key);
  const text = textFromValue(value);
  if (frame.trace !== undefined) reportField(field, text, frame);
  return text;
}

function reportField({ keys, isAtRoot, expression }: PlainField, text: string, frame: Frame): void {
  const read = readOfContext(0, keys.map(String), { contextDepth: isAtRoot ? 0 : 1 });
  const origin = { reads: [read], helpers: [] };
  frame.trace?.expression({ expression, text, ...describeOrigin(origin, frame) });
}
