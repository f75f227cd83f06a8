// What a page or a tool shows of a request → the bytes of an HTTP request, as parse-http-request reads them.
//
// GitHub's Recent deliveries and webhook.site show the headers without a request line, curl -v shows the
// head alone, each line behind a ">", and browsers show the pseudo headers of HTTP/2.
import { createUsageError } from "../cli-error.ts";

interface CaptureOptions {
  /** Where it goes if nothing in it says so. */
  readonly target: string | undefined;
}

/** A request that is complete stays as it is, byte for byte. */
export function completeCapture(bytes: Uint8Array, { target }: CaptureOptions): Uint8Array {
  // Latin-1, so that every byte is one character.
  const text = Buffer.from(bytes).toString("latin1");
  if (COMPLETE.test(text)) return bytes;
  const { head, body } = split(CURL.test(text) ? headOfCurl(text) : text.replace(HEADING, ""));
  const [first = ""] = head;
  const isStarted = REQUEST_LINE.test(first);
  const facts = readFacts(isStarted ? head.slice(1) : head);
  const goal = facts.target ?? target;
  if (!isStarted && goal === undefined) {
    const hint = "Write --name github, or the line POST /hooks/github HTTP/1.1 in front.";
    throw createUsageError("The request has no line that says where it goes.", hint);
  }
  const line = isStarted ? first : `${facts.method ?? "POST"} ${goal} HTTP/1.1`;
  return Buffer.from([line, ...facts.headers, "", body].join("\n"), "latin1");
}

const REQUEST_LINE = /^[A-Z]+ \S+(?: HTTP\/\d(?:\.\d)?)?$/;

/** A request line, and headers whose names end with a colon. */
const COMPLETE = /^[A-Z]+ \S+(?: HTTP\/\d(?:\.\d)?)?\r?\n(?:[^\s:]+:.*\r?\n)*(?:\r?\n|$)/;

/** curl -v: what was sent stands behind ">", and there is no body. */
const CURL = /^> [A-Z]+ \S+/m;

function headOfCurl(text: string): string {
  const sent = text.split(/\r?\n/).filter((line) => line === ">" || line.startsWith("> "));
  return sent.map((line) => line.slice("> ".length)).join("\n");
}

/** Titles of the pages, in front of the headers and of the body. */
const HEADING = /^\s*(?:(?:request )?headers:?[ \t]*\r?\n\s*)?/i;
const BODY_HEADING = /^\s*(?:payload|body|request body|raw content):?[ \t]*\r?\n/i;

interface SplitCapture {
  readonly head: readonly string[];
  readonly body: string;
}

/** The head ends with a blank line, or with the title of the body. */
function split(text: string): SplitCapture {
  const head: string[] = [];
  let rest = text;
  while (rest !== "" && !BODY_HEADING.test(rest)) {
    const [whole, line] = /^(.*?)(?:\r?\n|$)/.exec(rest) as unknown as [string, string];
    rest = rest.slice(whole.length);
    if (line === "") break;
    head.push(line);
  }
  return { head, body: rest.replace(BODY_HEADING, "") };
}

interface HeadFacts {
  readonly method?: string;
  readonly target?: string;
  readonly headers: readonly string[];
}

const METHOD = /^(?:request method:|:method:|:method\t)\s*([A-Z]+)\s*$/i;
const TARGET = /^(?:request url:|:path:|:path\t)\s*(\S+)\s*$/i;
const PSEUDO = /^:/;

function readFacts(lines: readonly string[]): HeadFacts {
  const method = find(METHOD, lines);
  const target = find(TARGET, lines);
  const headers = lines
    .filter((line) => ![METHOD, TARGET, PSEUDO].some((pattern) => pattern.test(line)))
    // webhook.site shows a table, whose cells are copied with tabs between them.
    .map((line) => line.replace(/^([^\s:]+)\t+/, "$1: "));
  return {
    ...(method !== undefined && { method }),
    ...(target !== undefined && { target }),
    headers,
  };
}

function find(pattern: RegExp, lines: readonly string[]): string | undefined {
  return lines.flatMap((line) => pattern.exec(line)?.[1] ?? [])[0];
}
