// The bytes of a body → the JSON value in it, before anything is proven; undefined where it is none.
import { parseJson } from "@hookwright/base";
import { decodeText } from "../build-signed.ts";

/** The size of a body is limited where it is read, and its parser never throws. */
export function parseMessage(body: Uint8Array): unknown {
  const text = decodeText(body);
  const parsed = text === undefined ? undefined : parseJson(text, body);
  return parsed?.ok ? parsed.value : undefined;
}
