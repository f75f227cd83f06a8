// A captured request → what its length says about the capture: one sentence each.
import { count } from "../output/count.ts";
import type { CapturedRequest } from "./parse-http-request.ts";

export function checkLength(request: CapturedRequest): readonly string[] {
  const { headers, hasBlankLine, body } = request;
  const notes: string[] = [];
  if (!hasBlankLine) notes.push("No empty line ends the headers, so that there is no body.");
  if (headers["transfer-encoding"] !== undefined) {
    notes.push(
      "Transfer-Encoding: where the lengths of chunks stand in the file, they are no part of the body.",
    );
  }
  const declared = headers["content-length"];
  if (declared === undefined) return notes;
  const length = typeof declared === "string" && /^\d+$/.test(declared) ? Number(declared) : -1;
  if (length === -1) return [...notes, "Content-Length is no number."];
  const more = body.length - length;
  if (more !== 0) notes.push(describeDifference(more, body));
  return notes;
}

function describeDifference(more: number, body: Uint8Array): string {
  if (more < 0) {
    return `The body is ${bytes(-more)} shorter than Content-Length: it was cut off, or its line ends were changed.`;
  }
  const longer = `The body is ${bytes(more)} longer than Content-Length`;
  return LINE_ENDS.has(Buffer.from(body.subarray(-more)).toString("latin1"))
    ? `${longer}: an editor has added a line feed at its end.`
    : `${longer}.`;
}

const LINE_ENDS: ReadonlySet<string> = new Set(["\n", "\r\n"]);

function bytes(number: number): string {
  return number === 1 ? "one byte" : count(number, "byte");
}
