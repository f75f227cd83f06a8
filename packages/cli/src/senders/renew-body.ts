// The body of an event that was sent before → a body that no receiver takes for a repeat.
import { randomBytes, randomInt, randomUUID } from "node:crypto";
import { jsonFromText, parsePath, readPath } from "@hookwright/base";

/**
 * The id in a JSON body becomes a new one of the same kind. Senders without an id are told apart by the bytes of the
 * body, so that blanks at its end make it another one with the same meaning. Other bodies stay as they are.
 */
export function renewBody(
  body: string | Uint8Array,
  idPath: string | undefined,
): string | Uint8Array {
  const text = typeof body === "string" ? body : new TextDecoder().decode(body);
  const payload = jsonFromText(text);
  if (typeof payload !== "object" || payload === null) return body;
  const steps = idPath === undefined ? undefined : parsePath(idPath);
  const id = steps === undefined ? undefined : readPath(payload, steps);
  return renewId(text, id) + randomBlanks();
}

/** In the text, so that digits and order stay; what repeats the id gets the new one, too. */
function renewId(text: string, id: unknown): string {
  if (typeof id === "string" && id !== "") {
    const [prefix = ""] = /^(?:[A-Za-z]+_)*/.exec(id) ?? [];
    const renewed = `${prefix}${prefix === "" ? randomUUID() : randomBytes(12).toString("hex")}`;
    return text.replaceAll(JSON.stringify(id), JSON.stringify(renewed));
  }
  if (typeof id !== "number") return text;
  return text.replaceAll(new RegExp(`(?<=[:\\[,]\\s*)${id}(?=\\s*[,\\]}])`, "g"), () =>
    String(randomInt(10 ** 11, 10 ** 12)),
  );
}

const BLANKS = [" ", "\n"];

function randomBlanks(): string {
  return Array.from(randomBytes(32), (byte) => BLANKS[byte % 2]).join("");
}
