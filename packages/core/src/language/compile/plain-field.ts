// An expression that is a field of where the template stands → its keys, and per event its text.
import { keyFromText, readKey } from "../../data/read-own.ts";
import { textFromValue } from "../../data/text-from-value.ts";
import { describeOrigin } from "../origin/describe-origin.ts";
import type { PlainField } from "../render/field-table.ts";
import type { Frame } from "../render/frame.ts";
import type { MustacheNode } from "../syntax/syntax-tree.ts";
import { pathFromLiteral } from "./compile-expression.ts";
import { findPlainSteps, readOfContext } from "./compile-path.ts";
import type { CompileState } from "./compile-state.ts";

/** Undefined for every other expression. */
export function compilePlainField(node: MustacheNode, state: CompileState): PlainField | undefined {
  if (node.params.length > 0 || node.hash) return undefined;
  const steps = findPlainSteps(pathFromLiteral(node.path), state);
  if (steps === undefined) return undefined;
  const { session, parsed, contextDepth } = state;
  session.reads.push(readOfContext(0, steps, state));
  const isAtRoot = contextDepth === 0;
  const known = isAtRoot ? session.fields.atRoot : session.fields.inBlocks;
  const expression = parsed.tagOf(node);
  const field = known.get(expression) ?? { keys: steps.map(keyFromText), isAtRoot, expression };
  known.set(expression, field);
  return field;
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
