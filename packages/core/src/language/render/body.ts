// Literals and what stands between them → the closure that renders the body of a template or a block.
import { type Key, readKey } from "../../data/read-own.ts";
import { textFromValue } from "../../data/text-from-value.ts";
import { describeOrigin } from "../origin/locate-origin.ts";
import type { ReadSet, TemplateRead } from "../origin/read.ts";
import type { Frame, Reader, Renderer } from "./frame.ts";

/**
 * Nearly all expressions are a field of the context. As data they take half the memory of closures, in
 * a config of thousands of mappings, and render as fast.
 */
export interface PlainField {
  readonly keys: readonly Key[];
  /** Whether no block around changes the context. */
  readonly isAtRoot: boolean;
  readonly expression: string;
}

/** The fields of a config by their expressions: thousands of mappings read the same few. */
export interface FieldTable {
  readonly atRoot: Map<string, PlainField>;
  readonly inBlocks: Map<string, PlainField>;
}

export function createFieldTable(): FieldTable {
  return { atRoot: new Map(), inBlocks: new Map() };
}

/** What renders between two literals. */
export type BodyPart = Renderer | PlainField;

/** There is one more literal than there are parts. */
export function createBodyRenderer(
  literals: readonly string[],
  parts: readonly BodyPart[],
): Renderer {
  return (frame) => {
    const { budget, trace } = frame;
    const before = budget.charactersLeft;
    let text = literals[0] as string;
    trace?.literal(text);
    // What is too long is not made longer: the longest text of the runtime is an error of another kind.
    for (let index = 0; index < parts.length && text.length <= before; index++) {
      const part = parts[index] as BodyPart;
      const tail = literals[index + 1] as string;
      text += (typeof part === "function" ? part(frame) : renderField(part, frame)) + tail;
      trace?.literal(tail);
    }
    // Blocks and partials within have paid for what they rendered.
    budget.spendText(text.length - (before - budget.charactersLeft));
    return text;
  };
}

/** What an expression shows, with its origin where a trace is kept. */
export function createValueRenderer(expression: string, read: Reader, set: ReadSet): Renderer {
  return (frame) => {
    const text = textFromValue(read(frame));
    frame.trace?.expression({ expression, text, ...describeOrigin(set, frame) });
    return text;
  };
}

function renderField(field: PlainField, frame: Frame): string {
  let value = frame.context;
  for (const key of field.keys) value = readKey(value, key);
  const text = textFromValue(value);
  if (frame.trace !== undefined) reportField(field, text, frame);
  return text;
}

function reportField({ keys, isAtRoot, expression }: PlainField, text: string, frame: Frame): void {
  const read = readOfContext(0, keys.map(String), isAtRoot ? 0 : 1);
  const set = { reads: [read], helpers: [] };
  frame.trace?.expression({ expression, text, ...describeOrigin(set, frame) });
}

/** A field of the context so many levels up, in a body that so many blocks change the context of. */
export function readOfContext(
  depth: number,
  steps: readonly string[],
  contextDepth: number,
): TemplateRead {
  const read = { root: "payload", steps, exact: contextDepth === depth } as const;
  const isAtRoot = contextDepth === 0 && depth === 0;
  return isAtRoot ? read : { ...read, start: { kind: "context", depth } };
}

/** Characters that are no white space. */
export function solidLength(text: string): number {
  return text.replaceAll(/\s/g, "").length;
}

/** The literals of a template, counted. */
export interface Literals {
  readonly literalLength: number;
  readonly solidLength: number;
}

/** Whether a rendered text has more to it than the literals of its template and white space. */
export function hasSolidValue(text: string, { literalLength, solidLength }: Literals): boolean {
  if (text.length === literalLength) return false;
  let solid = 0;
  for (let index = 0; index < text.length; index++) {
    if (!isSpace(text, index)) solid += 1;
    // Nearly always at the first character of the first value: every event with a key comes here.
    if (solid > solidLength) return true;
  }
  return false;
}

function isSpace(text: string, index: number): boolean {
  const code = text.charCodeAt(index);
  if (code > 0x20 && code < 0x80) return false;
  return /\s/.test(text.charAt(index));
}
