// The event of the page and its hook → a curl command that sends it to a server, without its secrets.
import type { EventText } from "../model/event-text.ts";
import type { HookOfEvent } from "../model/messages.ts";

/** Of a server whose URL the page does not know. */
const UNKNOWN_SERVER = "https://gateway.example";

export function writeCurl(
  { path, headers, query, payload }: EventText,
  { basePath, auth, secretHeaders }: HookOfEvent,
  server: string = UNKNOWN_SERVER,
): string {
  const name = path.trim().replace(/^\/+|\/+$/g, "");
  const pairs = query
    .split("\n")
    .filter((line) => line.trim() !== "")
    .map((line) => line.split("="))
    .map(([key = "", ...value]) => [key, value.join("=")]);
  const search = pairs.length === 0 ? "" : `?${new URLSearchParams(pairs as [string, string][])}`;
  const hook = name.split("/").map(encodeURIComponent).join("/");
  const lines = headers.split("\n").filter((line) => HEADER.test(line));
  const isSecret = (line: string): boolean => {
    const header = line.slice(0, line.indexOf(":")).trim().toLowerCase();
    return header === "authorization" || header === "cookie" || secretHeaders.includes(header);
  };
  const sent = lines.filter(
    (line) => !isSecret(line) && !/^content-(?:type|length)\s*:/i.test(line),
  );
  const type =
    lines.find((line) => /^content-type\s*:/i.test(line)) ?? "content-type: application/json";
  const proofs =
    auth === "token"
      ? ["authorization: Bearer YOUR_HOOK_TOKEN"]
      : secretHeaders.map((header) => `${header}: YOUR_SIGNATURE`);
  const all = [type, ...sent, ...proofs].map((line) => `  -H ${quote(line)}`);
  return [
    `curl -X POST ${quote(`${server}${basePath}/${hook}${search}`)}`,
    ...all,
    `  --data-raw ${quote(payload)}`,
  ].join(" \\\n");
}

/** Attack: `-H @file` reads a file. */
const HEADER = /^[!#$%&'*+.^_`|~\w-]+:/;

/** For a POSIX shell: nothing within single quotes means anything. */
function quote(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
