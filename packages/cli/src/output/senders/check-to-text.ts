// The explanation of a check, and the request → its lines for people, or its JSON for programs.

import { visibleText } from "@hookwright/base";
import { describeAuthFailure } from "@hookwright/core/ingress";
import { count } from "../count.ts";
import type { Style } from "../style.ts";
import { visibleBytes } from "../visible-bytes.ts";
import type { CheckResult, Row } from "./check-result.ts";
import { reasonsOf } from "./reasons.ts";
import { signatureToRows } from "./signature-to-rows.ts";
import { tokenToRows } from "./token-to-rows.ts";

export function checkToText(result: CheckResult, style: Style): string {
  const rows = [...requestRows(result), ...stepRows(result)];
  const width = Math.max(...rows.map(([label]) => label.length));
  const lines = rows.map(
    ([label, text]) => `  ${style.dim(label.padEnd(width))}  ${visibleText(text)}`,
  );
  const reasons = reasonsOf(result).map((reason) => `  ${visibleText(reason)}`);
  return [
    headline(result, style),
    "",
    ...lines,
    ...(reasons.length === 0 ? [] : ["", ...reasons]),
  ].join("\n");
}

function headline({ title, explanation, kind }: CheckResult, style: Style): string {
  const { passes, code, keyIndex, handshake } = explanation;
  if (!passes) return `${style.error("refused")} ${visibleText(title)}: ${code}`;
  const good = `${style.good("passes")} ${visibleText(title)}`;
  if (handshake !== undefined) return `${good}: the handshake "${handshake}", which is answered`;
  if (kind === "none") return `${good}: everybody does, as its auth is "none"`;
  if (kind === "verifier") return `${good}: the verifier accepts it`;
  return `${good}: secret ${(keyIndex ?? 0) + 1} is right`;
}

function requestRows(result: CheckResult): readonly Row[] {
  const { request, captured, judgedBy, bodyHash, lengthNotes, encodingNotes } = result;
  const { method, target, body, receivedAt } = request;
  const headers = count(Object.keys(captured.headers).length, "header");
  const path = target.split("?", 1)[0] as string;
  const query = target.includes("?") ? ", with a query" : "";
  return [
    ["request", `${method} ${path}${query}, ${headers}, lines end in ${captured.lineEnds}`],
    ["body", `${count(body.length, "byte")}, SHA-256 ${bodyHash}`],
    ...lengthNotes.map((note): Row => ["length", note]),
    ...encodingNotes.map((note): Row => ["encoding", note]),
    ["judged at", `${new Date(receivedAt).toISOString()}, ${judgedBy}`],
  ];
}

function stepRows({ explanation: { signature, token } }: CheckResult): readonly Row[] {
  return [
    ...(signature === undefined ? [] : signatureToRows(signature)),
    ...(token === undefined ? [] : tokenToRows(token)),
  ];
}

/** Of the body and of what was signed, the beginning and the end. */
export function checkToJson(result: CheckResult): object {
  const { explanation, request, judgedBy, bodyHash, lengthNotes, encodingNotes, captured } = result;
  const { signature, code, ...rest } = explanation;
  const { method, body, receivedAt } = request;
  return {
    ...rest,
    code,
    ...(code !== undefined && { message: describeAuthFailure(code) }),
    request: { method, lineEnds: captured.lineEnds, bodyBytes: body.length, bodyHash },
    lengthNotes,
    encodingNotes,
    judgedAt: new Date(receivedAt).toISOString(),
    judgedBy,
    ...(signature && { signature: { ...signature, signed: signedToJson(signature.signed) } }),
    reasons: reasonsOf(result),
  };
}

function signedToJson(signed: Uint8Array | undefined): object | undefined {
  return signed && { bytes: signed.length, text: visibleBytes(signed) };
}
