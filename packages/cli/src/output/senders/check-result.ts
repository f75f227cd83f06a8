// What a check of a captured request came to, and the rows in which it is told. Types only.

import type { AuthRequest, RouteAuth } from "@hookwright/core";
import type { CapturedRequest } from "@hookwright/samples/senders";
import type { CheckExplanation } from "@hookwright/signatures";

export interface CheckResult {
  readonly title: string;
  readonly request: AuthRequest;
  readonly captured: CapturedRequest;
  readonly judgedBy: string;
  /** SHA-256 in hexadecimal. */
  readonly bodyHash: string;
  readonly lengthNotes: readonly string[];
  /** What `Content-Encoding` and the body say of each other. */
  readonly encodingNotes: readonly string[];
  /** The coding without which the signature is right, where that is so. */
  readonly rightDecompressed: string | undefined;
  readonly kind: RouteAuth["kind"];
  readonly explanation: CheckExplanation;
}

/** A label and what stands behind it. */
export type Row = readonly [label: string, text: string];
