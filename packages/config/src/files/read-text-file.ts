// A path and a limit → the text of the file, or why it cannot be read. Never throws.
import { readFileSync, statSync } from "node:fs";

export type TextFileResult =
  | { readonly ok: true; readonly text: string }
  /** Part of a sentence, without any content of the file. */
  | { readonly ok: false; readonly reason: string };

/** Reads only regular files: reading a pipe or a device could block or never end. */
export function readTextFile(path: string, maxBytes: number): TextFileResult {
  try {
    const stats = statSync(path);
    if (!stats.isFile()) return { ok: false, reason: "it is not a regular file" };
    if (stats.size > maxBytes) return { ok: false, reason: `it is larger than ${maxBytes} bytes` };
    return decode(readFileSync(path));
  } catch (error) {
    return { ok: false, reason: reasonOf((error as NodeJS.ErrnoException).code) };
  }
}

function decode(bytes: Uint8Array): TextFileResult {
  try {
    return { ok: true, text: new TextDecoder("utf-8", { fatal: true }).decode(bytes) };
  } catch {
    return { ok: false, reason: "it is not UTF-8 text" };
  }
}

const REASONS: ReadonlyMap<string | undefined, string> = new Map([
  ["ENOENT", "there is no such file"],
  ["ENOTDIR", "there is no such file"],
  ["EACCES", "the permission is missing"],
]);

function reasonOf(code: string | undefined): string {
  return REASONS.get(code) ?? `the system says ${code}`;
}
