// Literals and values, in the order of the text → the text without the lines of tags that show nothing.
import type { TemplateLocation } from "../../text-span.ts";
import type { Budget } from "./budget.ts";
import type { EmptyCall, RenderedExpression, RenderTrace } from "./trace.ts";

/** A literal of a template, cut where its first and its last line end. */
export interface LineLiteral {
  /** Whether a tag precedes it on its line. */
  readonly isTagged: boolean;
  /** The text up to the first line break. */
  readonly head: string;
  readonly isHeadSolid: boolean;
  /** Empty where the text has no line break, and is all head. */
  readonly firstBreak: string;
  /** The lines between the first and the last line break; none of them holds a tag. */
  readonly inner: string;
  /** Empty where the first line break is the only one. */
  readonly lastBreak: string;
  readonly tail: string;
  readonly isTailSolid: boolean;
  /** Only in a template that is linked with `locates`. */
  readonly at?: TemplateLocation | undefined;
}

/** The indent of a partial that is being rendered. */
interface Margin {
  readonly indent: string;
  isLineStart: boolean;
}

/**
 * Only line breaks of literals end a line, so that no value can end or remove a line of others. What
 * is blank waits until something solid follows, so that each character is written once.
 */
export class LineWriter {
  /** What expressions report to; absent without a trace. */
  readonly trace: RenderTrace | undefined;
  readonly #budget: Budget;
  readonly #lineTrace: LineTrace | undefined;
  readonly #margins: Margin[] = [];
  #text = "";
  /** Between the text and the current line; a last line that is dropped takes it along. */
  #break = "";
  /** The current line while it is blank. */
  #blank = "";
  #isSolid = false;

  constructor(budget: Budget, trace: RenderTrace | undefined) {
    this.#budget = budget;
    this.#lineTrace = trace && new LineTrace(trace);
    this.trace = this.#lineTrace?.inner;
  }

  literal(literal: LineLiteral): void {
    this.#lineTrace?.enter(literal.at);
    this.#addLiteral(literal.head, literal.isHeadSolid);
    if (literal.firstBreak === "") return;
    this.#endLine(literal);
    this.#addLiteral(literal.tail, literal.isTailSolid);
  }

  value(text: string): void {
    if (this.#isSolid && this.#lineTrace === undefined && this.#margins.length === 0) {
      this.#text += text;
      return;
    }
    const rendered = this.#lineTrace?.takeRendered();
    if (this.#margins.length === 0 || text === "") {
      this.#add(text, this.#isSolid || hasSolid(text), rendered);
      return;
    }
    for (const [line] of text.matchAll(/[^\n]*\n|[^\n]+/g)) {
      this.#addMargin();
      this.#add(line, hasSolid(line), rendered && { ...rendered, text: line });
      if (line.endsWith("\n")) this.#startMargins();
    }
  }

  /** Each line of what is rendered gets the indent, but an empty last one. */
  indented(indent: string, render: () => string): string {
    this.#margins.push({ indent, isLineStart: true });
    const text = render();
    this.#margins.pop();
    return text;
  }

  /** `isTagged`: whether the last line holds a tag. */
  finish(isTagged: boolean): string {
    if (this.#isSolid || !isTagged) this.#keepLine();
    else this.#dropLine();
    return this.#text;
  }

  #addMargin(): void {
    const at = this.#lineTrace?.enter(undefined);
    this.#add(this.#takeMargin(), false);
    this.#lineTrace?.enter(at);
  }

  #addLiteral(text: string, isSolid: boolean): void {
    if (text === "") return;
    if (this.#margins.length > 0) this.#addMargin();
    this.#add(text, isSolid);
  }

  #add(text: string, isSolid: boolean, rendered?: RenderedExpression): void {
    this.#lineTrace?.add(rendered ?? text);
    if (!isSolid && !this.#isSolid) {
      this.#blank += text;
      return;
    }
    if (!this.#isSolid || this.#lineTrace !== undefined) this.#keepLine();
    this.#isSolid = true;
    this.#text += text;
  }

  #endLine({ isTagged, firstBreak, inner, lastBreak }: LineLiteral): void {
    if (this.#margins.length > 0) this.#addMargin();
    if (this.#isSolid || !isTagged) {
      this.#keepLine();
      this.#break = firstBreak;
      this.#lineTrace?.holdBreak();
    } else this.#dropLine();
    this.#isSolid = false;
    this.#startMargins();
    if (lastBreak === "") return;
    this.#add(this.#margins.length > 0 ? this.#indentLines(inner) : inner, false);
    this.#keepLine();
    this.#break = lastBreak;
    this.#lineTrace?.holdBreak();
  }

  #keepLine(): void {
    if (this.#break !== "" || this.#blank !== "") {
      this.#text += this.#break + this.#blank;
      this.#lineTrace?.breakLine(this.#break);
      this.#break = "";
      this.#blank = "";
    }
    this.#lineTrace?.keepLine();
  }

  #dropLine(): void {
    this.#blank = "";
    this.#lineTrace?.dropLine();
  }

  #indentLines(text: string): string {
    const lines = text.split("\n").map((line) => {
      const margin = this.#takeMargin();
      this.#startMargins();
      return margin + line;
    });
    return lines.join("\n");
  }

  #takeMargin(): string {
    let indent = "";
    for (const margin of this.#margins) {
      if (margin.isLineStart) indent += margin.indent;
      margin.isLineStart = false;
    }
    this.#budget.spendText(indent.length, 0);
    return indent;
  }

  #startMargins(): void {
    for (const margin of this.#margins) margin.isLineStart = true;
  }
}

/** Most values begin with a letter, for which no expression need run. */
function hasSolid(text: string): boolean {
  const code = text.charCodeAt(0);
  return (code > 0x20 && code < 0x7f) || /\S/.test(text);
}

/** A literal, or an expression behind its calls that gave nothing. */
type Span =
  | { readonly text: string; readonly at: TemplateLocation | undefined }
  | { readonly rendered: RenderedExpression; readonly calls: readonly EmptyCall[] };

/** Holds back what expressions report until it is known whether their line is kept. */
class LineTrace {
  /** For the frame: blocks are reported at once, expressions wait. */
  readonly inner: RenderTrace;
  readonly #outer: RenderTrace;
  #spans: Span[] = [];
  #calls: EmptyCall[] = [];
  /** Of the literal that is being written, and of the one whose line break is held back. */
  #at: TemplateLocation | undefined;
  #breakAt: TemplateLocation | undefined;
  #rendered: RenderedExpression | undefined;

  constructor(outer: RenderTrace) {
    this.#outer = outer;
    const { block } = outer;
    this.inner = {
      literal: outer.literal.bind(outer),
      expression: (rendered) => {
        this.#rendered = rendered;
      },
      emptyCall: (call) => {
        this.#calls.push(call);
      },
      ...(block !== undefined && {
        block: (opened) => {
          for (const call of this.#takeCalls()) outer.emptyCall?.(call);
          return block(opened);
        },
      }),
    };
  }

  /** The expression that was reported last, once. */
  takeRendered(): RenderedExpression | undefined {
    const rendered = this.#rendered;
    this.#rendered = undefined;
    return rendered;
  }

  /** Returns the location of the literal before. */
  enter(at: TemplateLocation | undefined): TemplateLocation | undefined {
    const before = this.#at;
    this.#at = at;
    return before;
  }

  holdBreak(): void {
    this.#breakAt = this.#at;
  }

  add(span: string | RenderedExpression): void {
    const isLiteral = typeof span === "string";
    this.#spans.push(
      isLiteral ? { text: span, at: this.#at } : { rendered: span, calls: this.#takeCalls() },
    );
  }

  breakLine(text: string): void {
    this.#outer.literal(text, this.#breakAt);
  }

  keepLine(): void {
    for (const span of this.#spans) {
      if ("text" in span) this.#outer.literal(span.text, span.at);
      else {
        for (const call of span.calls) this.#outer.emptyCall?.(call);
        this.#outer.expression(span.rendered);
      }
    }
    this.#spans = [];
  }

  /** Its expressions showed nothing. */
  dropLine(): void {
    this.#spans = this.#spans.flatMap((span) =>
      "text" in span ? [] : [{ ...span, rendered: { ...span.rendered, text: "" } }],
    );
    this.keepLine();
  }

  #takeCalls(): readonly EmptyCall[] {
    const calls = this.#calls;
    this.#calls = [];
    return calls;
  }
}
