// The answer to an event → lines for people, with the next step if it was refused.

import { visibleText } from "@hookwright/base";
import type { Tampering } from "@hookwright/samples/senders";
import type { SenderAnswer } from "../../senders/post-request.ts";
import type { Style } from "../style.ts";
import { count } from "../style.ts";

export interface SentRequest {
  /** `github push` */
  readonly what: string;
  /** A note about the event, such as that its shape is not the vendor's. */
  readonly note: string | undefined;
  /** Whether it is the user's own event. */
  readonly isOwn: boolean;
  /** Path in the body of the id by which the hook recognizes a repeat; undefined: none. */
  readonly deliveryId: string | undefined;
  /** Whether the signature covers the URL. */
  readonly signsUrl: boolean;
  readonly url: URL;
  readonly tamper: Tampering | undefined;
  readonly answer: SenderAnswer;
  readonly isGood: boolean;
  readonly bytes: number;
}

export function answerToText(result: SentRequest, style: Style): string {
  const { what, note, url, tamper, answer, isGood, bytes } = result;
  const { status, ms, body } = answer;
  const noted = note === undefined ? "" : `, ${note}`;
  const changed = tamper === undefined ? "" : `, with another ${tamper}`;
  const where = `${url.origin}${url.pathname}`;
  const code = (isGood ? style.good : style.error)(String(status));
  const expected = tamper === undefined || !isGood ? "" : ", as expected";
  const isRepeat = answer.headers.has("idempotent-replayed");
  const repeat = isRepeat ? ", a repeat: the first answer again" : "";
  const hint = hintFor(result);
  return [
    `${visibleText(what)} → ${where} (${count(bytes, "byte")}${noted}${changed})`,
    `${code} in ${ms} ms${expected}${repeat}`,
    ...(body === "" ? [] : [visibleText(body.trimEnd())]),
    ...(hint === undefined ? [] : [`  ${style.hint(hint)}`]),
  ].join("\n");
}

function hintFor(result: SentRequest): string | undefined {
  const { signsUrl, tamper, answer, isGood, url } = result;
  if (answer.status === 204 && tamper === undefined) {
    return "The request was authenticated, and there is nothing to do: no mapping takes this event, or one skips it. The log of the server says which.";
  }
  if (isGood) return hintForRepeat(result);
  if (tamper !== undefined && answer.status < 300) {
    return `A request with another ${tamper} was accepted: nothing checks it. Write "auth" into the mapping of this hook.`;
  }
  if (answer.status === 401) {
    const name = url.pathname.split("/").at(-1);
    return `Write the same request with --http captured.http instead of --to, and run: hookwright verify FILE --name ${visibleText(name ?? "")} --http captured.http. ${signsUrl ? "The URL is signed: --public-url must be the publicUrl of the mapping. " : ""}The log of the server says why.`;
  }
  if (answer.status === 404) return "Check the base path, and the name of the hook behind it.";
  if (answer.status >= 300 && answer.status < 400) {
    return "Vendors do not follow redirects: give them the final URL.";
  }
  return undefined;
}

function hintForRepeat({ answer, isOwn, deliveryId }: SentRequest): string | undefined {
  if (!isOwn || !answer.headers.has("idempotent-replayed")) return undefined;
  const change = deliveryId === undefined ? "Change it" : `Change "${deliveryId}"`;
  return `Nothing runs a second time: the hook has seen this delivery. ${change} in the file to send another one.`;
}

export function writtenToText(file: string): string {
  return `The request is in ${visibleText(file)}. hookwright verify --http explains it.`;
}
