// The bytes of an event stream → its events: https://html.spec.whatwg.org/multipage/server-sent-events.html
import { CallError } from "../call-error.ts";

export interface StreamEvent {
  /** Empty where the stream names none. */
  readonly name: string;
  readonly data: string;
}

/** No service sends so long an event; without a limit one could fill the memory. */
const MAX_EVENT_CHARACTERS = 16_777_216;

export async function* readEvents(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<StreamEvent> {
  let name = "";
  let data: string[] = [];
  let size = 0;
  for await (const line of readLines(bytes)) {
    size += line.length;
    if (size > MAX_EVENT_CHARACTERS) throw new CallError("answer_too_large");
    if (line === "") {
      if (data.length > 0) yield { name, data: data.join("\n") };
      name = "";
      data = [];
      size = 0;
      continue;
    }
    const [field, value] = splitField(line);
    if (field === "data") data.push(value);
    else if (field === "event") name = value;
  }
  // The specification drops an event without its blank line; services end their last one so.
  if (data.length > 0) yield { name, data: data.join("\n") };
}

/** At any line end of the specification. */
async function* readLines(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let rest = "";
  for await (const chunk of bytes) {
    rest += decoder.decode(chunk, { stream: true });
    const lines = rest.split(/\r\n|\n|\r(?!$)/);
    rest = lines.pop() ?? "";
    if (rest.length > MAX_EVENT_CHARACTERS) throw new CallError("answer_too_large");
    yield* lines;
  }
  rest += decoder.decode();
  if (rest !== "") yield rest.replace(/\r$/, "");
}

function splitField(line: string): readonly [string, string] {
  const colon = line.indexOf(":");
  if (colon < 0) return [line, ""];
  const value = line.slice(colon + 1);
  return [line.slice(0, colon), value.startsWith(" ") ? value.slice(1) : value];
}
