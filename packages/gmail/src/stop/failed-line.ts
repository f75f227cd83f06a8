// Something that `stop` could not do → its line.
import type { MailFailure } from "../model/failure.ts";
import type { StopLine } from "./stop-options.ts";

export function failedLine(
  what: StopLine["what"],
  { message, hint }: Pick<MailFailure, "message" | "hint">,
): StopLine {
  return { what, state: "failed", message, ...(hint !== undefined && { hint }) };
}
