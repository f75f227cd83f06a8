// A call that a helper does not allow, and why → the error that says so, where the call stands.

import { TemplateSyntaxError } from "../syntax/syntax-error.ts";
import type { Located } from "../syntax/syntax-tree.ts";
import type { CompileState } from "./compile-state.ts";

export interface Misuse {
  readonly message: string;
  readonly hint?: string | undefined;
}

export function createMisuseError(
  node: Located,
  { parsed }: CompileState,
  { message, hint }: Misuse,
): TemplateSyntaxError {
  return new TemplateSyntaxError(message, parsed.offsetOf(node), {
    code: "template_helper_misused",
    ...(hint !== undefined && { hint }),
  });
}
