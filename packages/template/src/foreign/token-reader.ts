// The tokens of one expression → one after the other, and what was noticed on the way.
import type { ForeignNode } from "./foreign-node.ts";
import type { Token } from "./scan-tokens.ts";

/** Stands in for what cannot be read: in the end there is no expression. */
const UNREADABLE: ForeignNode = { type: "literal", kind: "word", value: "" };

export class TokenReader {
  readonly inner: string;
  readonly #tokens: readonly Token[];
  #at = 0;
  isReadable = true;
  /** Whether anything was read that is not of our language. */
  isForeign = false;

  constructor(inner: string, tokens: readonly Token[]) {
    this.inner = inner;
    this.#tokens = tokens;
  }

  get token(): Token {
    return this.#tokens[this.#at] as Token;
  }

  /** The token behind the next one. */
  get following(): Token {
    return this.#tokens[Math.min(this.#at + 1, this.#tokens.length - 1)] as Token;
  }

  /** The last token, which marks the end, is never passed. */
  take(): Token {
    const { token } = this;
    if (token.kind !== "end") this.#at += 1;
    return token;
  }

  isAt(kind: Token["kind"], text: string): boolean {
    return this.token.kind === kind && this.token.text === text;
  }

  isAtSign(text: string): boolean {
    return this.isAt("sign", text);
  }

  /** Whether the sign stands directly behind the token before it. */
  isAtJoined(text: string): boolean {
    return this.isAtSign(text) && !this.token.isApart;
  }

  takeSign(text: string): boolean {
    const isThere = this.isAtSign(text);
    if (isThere) this.take();
    return isThere;
  }

  takeForeignSign(text: string): boolean {
    const isThere = this.takeSign(text);
    if (isThere) this.isForeign = true;
    return isThere;
  }

  expectSign(text: string): void {
    if (!this.takeSign(text)) this.fail();
  }

  /** Reading ends at once, as if the expression did. */
  fail(): ForeignNode {
    this.#at = this.#tokens.length - 1;
    this.isReadable = false;
    return UNREADABLE;
  }
}
