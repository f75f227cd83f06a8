// What a local model is asked, what it answers, and how it fails on demand. Types only.
import type { IncomingHttpHeaders, ServerResponse } from "node:http";

export interface ModelMessage {
  readonly role: string;
  readonly text: string;
}

export interface ModelRequest {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Readonly<Record<string, unknown>>;
  readonly model: string;
  readonly stream: boolean;
  /** In order, with the system prompt. */
  readonly messages: readonly ModelMessage[];
  /** Of the newest message of the user. */
  readonly text: string;
  /** The names of the tools that the client offers. */
  readonly tools: readonly string[];
  /** Whether a stream is to end with the tokens used. */
  readonly includeUsage: boolean;
}

export interface Answer {
  readonly text: string;
  /** Default: a complete answer. */
  readonly end?: "complete" | "length" | "content_filter" | "tool_calls";
}

/** A fault that a test asks for. */
export type Fault =
  | {
      readonly kind: "refuse";
      readonly status: number;
      readonly headers?: Readonly<Record<string, string>>;
      readonly code?: string;
      readonly body?: string;
    }
  /** Half of the answer, then the connection is closed. */
  | { readonly kind: "half" }
  /** Half of the pieces of a stream, then its regular end, without the last pieces. */
  | { readonly kind: "no-end" }
  /** Nothing, or nothing after half of the answer; the connection stays open. */
  | { readonly kind: "silence"; readonly after: "nothing" | "headers" | "half" }
  | { readonly kind: "close" }
  /** An error in a stream, after half of its pieces or before the first. */
  | { readonly kind: "error"; readonly code: string; readonly after: "nothing" | "half" };

export interface LocalModelOptions {
  readonly answer?: (request: ModelRequest) => string | Answer;
  /** Asked for each request; undefined: none. */
  readonly fault?: (request: ModelRequest) => Fault | undefined;
  readonly onRequest?: (request: ModelRequest) => void;
  /** Default: any key, and none. */
  readonly apiKey?: string;
}

/** One event of a stream. */
export interface Piece {
  readonly event?: string;
  readonly data: string;
}

export type ReadRequest = Omit<ModelRequest, "path" | "headers" | "body">;

export interface Api {
  /** What is wrong with a request, in a sentence. */
  readonly check: (
    body: Readonly<Record<string, unknown>>,
    headers: IncomingHttpHeaders,
  ) => string | undefined;
  readonly read: (body: Readonly<Record<string, unknown>>) => ReadRequest;
  readonly whole: (asked: ReadRequest, answer: Answer) => object;
  readonly pieces: (asked: ReadRequest, answer: Answer) => readonly Piece[];
  readonly error: (message: string, code: string, status: number) => object;
  readonly errorPiece: (code: string) => Piece;
}

export interface FaultContext {
  readonly api: Api;
  readonly asked: ReadRequest;
  readonly answer: Answer;
  readonly response: ServerResponse;
}
