// Literals and the parts between them → the closure that renders the body of a template or a block.
import { type Key, readKey } from "@hookwright/base";
import type { TemplateLocation } from "../../text-span.ts";
import { contextOf, describeOrigin, type ReadSet, type TemplateRead } from "../origin.ts";
import type { Frame, Reader, Renderer } from "./frame.ts";
import { textFromValue } from "./text-from-value.ts";

/**
 * A field of the context, as nearly all expressions are. As data it takes half the memory of a
 * closure and renders as fast; a config may have thousands of mappings.
 */
interface PlainField {
  readonly keys: readonly Key[];
  /** Whether no block around changes the context. */
  readonly isAtRoot: boolean;
  readonly expression: string;
  /** Only in a template that is linked with `locates`, whose fields are not shared. */
  readonly at?: TemplateLocation;
}

/** The fields of a config by their expressions, as thousands of mappings read the same few fields. */
export interface FieldTable {
  readonly atRoot: Map<string, PlainField>;
  readonly inBlocks: Map<string, PlainField>;
}

/** An empty table of fields, which the templates of a config share. */
export function createFieldTable(): FieldTable {
  return { atRoot: new Map(), inBlocks: new Map() };
}

/** The dynamic part between two literals. */
export type BodyPart = Renderer | PlainField;

/** There is one more literal than there are parts. */
export function createBodyRenderer(
  literals: readonly string[],
  parts: readonly BodyPart[],
): Renderer {
  if (parts.length === 0) return createLiteralRenderer(literals[0] as string);
  return (frame) => {
    const { budget, trace } = frame.run;
    const before = budget.charactersLeft;
    let text = literals[0] as string;
    trace?.literal(text);
    // Ends beyond the limit: a text longer than the runtime allows would throw a RangeError.
    for (let index = 0; index < parts.length && text.length <= before; index++) {
      const part = parts[index] as BodyPart;
      const tail = literals[index + 1] as string;
      text += (typeof part === "function" ? part(frame) : renderField(part, frame)) + tail;
      trace?.literal(tail);
    }
    // Nested blocks and partials have already charged the budget for their own text.
    // `parts.length`: reading the length of `literals` here made renders of 40 lines 13 % slower on Node 20.
    budget.spendText(text.length - (before - budget.charactersLeft), parts.length + 1);
    return text;
  };
}

/** The same, and the trace gets where each literal is. Apart, so that serving does not pay for it. */
export function createLocatedBodyRenderer(
  literals: readonly string[],
  parts: readonly BodyPart[],
  locations: readonly (TemplateLocation | undefined)[],
): Renderer {
  return (frame) => {
    const { budget, trace } = frame.run;
    const before = budget.charactersLeft;
    let text = literals[0] as string;
    trace?.literal(text, locations[0]);
    for (let index = 0; index < parts.length && text.length <= before; index++) {
      const part = parts[index] as BodyPart;
      const tail = literals[index + 1] as string;
      text += (typeof part === "function" ? part(frame) : renderField(part, frame)) + tail;
      trace?.literal(tail, locations[index + 1]);
    }
    budget.spendText(text.length - (before - budget.charactersLeft), parts.length + 1);
    return text;
  };
}

/** Half of a block is often plain text: so rendered, 40 lines with blocks take 2 % less. */
function createLiteralRenderer(text: string): Renderer {
  return ({ run: { budget, trace } }) => {
    trace?.literal(text);
    budget.spendText(text.length, 1);
    return text;
  };
}

/** Renders an expression, and reports its origin where there is a trace. */
export function createValueRenderer(
  expression: string,
  read: Reader,
  set: ReadSet,
  at?: TemplateLocation,
): Renderer {
  return (frame) => {
    const text = textFromValue(read(frame), frame.run.budget);
    frame.run.trace?.expression({
      expression,
      text,
      ...describeOrigin(set, frame),
      ...(at && { at }),
    });
    return text;
  };
}

export function renderField(field: PlainField, frame: Frame): string {
  let value = frame.isPayload ? contextOf(frame, field.keys[0] as Key) : frame.context;
  const { keys } = field;
  // biome-ignore lint/style/useForOf: it made renders of 40 lines 2 % slower on Node 20.
  for (let index = 0; index < keys.length; index++) value = readKey(value, keys[index] as Key);
  const text = textFromValue(value, frame.run.budget);
  if (frame.run.trace !== undefined) reportField(field, text, frame);
  return text;
}

function reportField(field: PlainField, text: string, frame: Frame): void {
  const { keys, isAtRoot, expression, at } = field;
  const read = readOfContext(0, keys.map(String), isAtRoot ? 0 : 1);
  const origin = describeOrigin({ reads: [read], helpers: [] }, frame);
  frame.run.trace?.expression({ expression, text, ...origin, ...(at && { at }) });
}

/** A read of the context `depth` levels up, in a body where `contextDepth` blocks change the context. */
export function readOfContext(
  depth: number,
  steps: readonly string[],
  contextDepth: number,
): TemplateRead {
  const read = { root: "payload", steps, exact: contextDepth === depth } as const;
  const isAtRoot = contextDepth === 0 && depth === 0;
  return isAtRoot ? read : { ...read, start: { kind: "context", depth } };
}

/** The number of characters that are not white space. */
export function solidLength(text: string): number {
  return text.replaceAll(/\s/g, "").length;
}

/** The lengths of a template's literals. */
interface Literals {
  readonly literalLength: number;
  readonly solidLength: number;
}

/** Whether a rendered text has more than white space beside the literals of its template. */
export function hasSolidValue(text: string, { literalLength, solidLength }: Literals): boolean {
  if (text.length === literalLength) return false;
  let solid = 0;
  for (let index = 0; index < text.length; index++) {
    if (!isSpace(text, index)) solid += 1;
    // Early return, as every event with a session key runs this loop.
    if (solid > solidLength) return true;
  }
  return false;
}

function isSpace(text: string, index: number): boolean {
  const code = text.charCodeAt(index);
  if (code > 0x20 && code < 0x80) return false;
  return /\s/.test(text.charAt(index));
}
