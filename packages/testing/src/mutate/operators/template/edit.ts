// A piece of a template and what to write in its place → what the operators of templates give.
import type { TextSpan } from "@hookwright/template/runtime";
import type { MutationOperator } from "../../model.ts";

/** One change of a template: everything outside of the edits stays as it is. */
export interface TemplateChange {
  readonly operator: MutationOperator;
  /** What the change is about. */
  readonly span: TextSpan;
  readonly label: string;
  readonly edits: readonly SourceEdit[];
}

export interface SourceEdit extends TextSpan {
  readonly text: string;
}

export function applySourceEdits(source: string, edits: readonly SourceEdit[]): string {
  let text = "";
  let from = 0;
  for (const edit of edits) {
    text += source.slice(from, edit.start) + edit.text;
    from = edit.end;
  }
  return text + source.slice(from);
}
