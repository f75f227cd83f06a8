// A pattern and an offset in it, which the parsers read character by character.
import type { CharSet } from "./char-set.ts";
import { ignoreCaseOf } from "./ignore-case.ts";

export class PatternReader {
  readonly pattern: string;
  readonly ignoreCase: boolean;
  at = 0;
  /** Whether a group that captures was read. */
  hasGroup = false;

  constructor(pattern: string, ignoreCase: boolean) {
    this.pattern = pattern;
    this.ignoreCase = ignoreCase;
  }

  get isAtEnd(): boolean {
    return this.at >= this.pattern.length;
  }

  /** The next character without taking it; empty at the end. */
  peek(): string {
    const code = this.pattern.codePointAt(this.at);
    return code === undefined ? "" : String.fromCodePoint(code);
  }

  take(): string {
    const character = this.peek();
    this.at += character.length;
    return character;
  }

  /** Takes the text if it comes next. */
  takes(text: string): boolean {
    if (!this.pattern.startsWith(text, this.at)) return false;
    this.at += text.length;
    return true;
  }

  /** Takes what a sticky expression matches here. */
  match(expression: RegExp): RegExpExecArray | undefined {
    expression.lastIndex = this.at;
    const found = expression.exec(this.pattern);
    if (found === null) return undefined;
    this.at += found[0].length;
    return found;
  }
}

/** Not for named sets such as `\w`, which contain both cases. */
export function setFromCodes({ ignoreCase }: PatternReader, from: number, to: number): CharSet {
  return ignoreCase ? ignoreCaseOf([from, to]) : [[from, to]];
}
