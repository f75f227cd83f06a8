// A captured request and the authentication of its hook → why it passes or does not, step by step. Exit code 0, 1, 2.

import { createHash } from "node:crypto";
import { stripOuterSlashes, visibleText } from "@hookwright/base";
import type { AuthRequest, RouteAuth } from "@hookwright/core";
import { describeAuthFailure } from "@hookwright/core/ingress";
import {
  type CapturedRequest,
  type CaptureFindings,
  checkCapture,
  parseHttpRequest,
} from "@hookwright/samples/senders";
import {
  type CandidateTrace,
  explainCheck,
  type HeaderTrace,
  type SignatureScheme,
  type SignatureTrace,
  type TimeTrace,
  type TokenComparison,
  type TokenLocation,
  type TokenTrace,
} from "@hookwright/signatures";
import { createUsageError } from "../cli-error.ts";
import { FOR_SERVING, loadConfig } from "../config/load-config.ts";
import { readInputBytes } from "../input/read-input.ts";
import type { Io } from "../io.ts";
import { refuseReports, reportToJson } from "../output/problem-report.ts";
import { type CheckResult, type Row, reasonsOf } from "../output/senders/reasons.ts";
import { createServerLog } from "../output/server-log.ts";
import { count, createStyle, type Style, useColor } from "../output/style.ts";
import { visibleBytes } from "../output/visible-bytes.ts";
import { compileProvider } from "../senders/compile-provider.ts";
import type { SecretOptions } from "../senders/secret-options.ts";

export interface VerifyOptions extends SecretOptions {
  readonly http: string;
  readonly provider?: string;
  readonly publicUrl?: string;
  readonly config?: string;
  readonly name?: string;
  readonly at?: string;
  readonly json?: boolean;
}

export async function verify(options: VerifyOptions, io: Io): Promise<number> {
  const captured = parseHttpRequest(
    await readInputBytes({ what: "request", path: options.http }, io),
  );
  const { judgedAt, judgedBy } = chooseTime(options.at, captured);
  const found = await findAuth(options, io);
  if (found === undefined) return 2;
  const { method, target, headers, body } = captured;
  const { lengthNotes, encodingNotes, decompressed } = checkCapture(captured);
  const signedBody = found.signsDecoded === true ? (decompressed?.body ?? body) : body;
  const request: AuthRequest = { method, target, headers, body: signedBody, receivedAt: judgedAt };
  const explanation = await explainCheck(found, request);
  const result = {
    title: options.provider ?? `the hook "${options.name}"`,
    request,
    captured,
    judgedBy,
    bodyHash: createHash("sha256").update(body).digest("hex"),
    lengthNotes,
    encodingNotes,
    kind: found.kind,
    explanation,
    rightDecompressed: explanation.passes
      ? undefined
      : await findRightCoding(found, request, decompressed),
  };
  const text = options.json
    ? reportToJson("verify", checkToJson(result))
    : checkToText(result, createStyle(useColor(io.stdout, io.env)));
  io.stdout.write(`${text}\n`);
  return result.explanation.passes ? 0 : 1;
}

/** The content coding that was applied after signing, if the signature is right without it. */
async function findRightCoding(
  auth: RouteAuth,
  request: AuthRequest,
  decompressed: CaptureFindings["decompressed"],
): Promise<string | undefined> {
  if (decompressed === undefined) return undefined;
  const { body, coding } = decompressed;
  const { signature } = await explainCheck(auth, { ...request, body });
  const isRight = signature?.candidates.some(({ matches }) => matches.includes(true));
  return isRight ? coding : undefined;
}

interface CheckTime {
  /** Milliseconds since the epoch. */
  readonly judgedAt: number;
  readonly judgedBy: "--at" | "the Date header of the request" | "the clock of this machine";
}

const ISO = /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:\d{2})?)?$/;

function chooseTime(at: string | undefined, { headers }: CapturedRequest): CheckTime {
  if (at !== undefined) {
    const judgedAt = ISO.test(at) ? Date.parse(at) : Number.NaN;
    if (!Number.isNaN(judgedAt)) return { judgedAt, judgedBy: "--at" };
    throw createUsageError("--at is not a time.", "Write a time such as 2026-01-31T12:00:00Z.");
  }
  const date = Date.parse(String(headers["date"]));
  return Number.isNaN(date)
    ? { judgedAt: Date.now(), judgedBy: "the clock of this machine" }
    : { judgedAt: date, judgedBy: "the Date header of the request" };
}

/** Undefined if the config cannot be used, which is reported. */
async function findAuth(options: VerifyOptions, io: Io): Promise<RouteAuth | undefined> {
  const { provider, config, name } = options;
  if (provider === undefined) {
    if (config !== undefined && name !== undefined)
      return findInConfig({ config, name }, options, io);
    const hint = "Write --provider github --secret-env NAME, or a config and --name HOOK.";
    throw createUsageError("The authentication of the sender is unknown.", hint);
  }
  if (config !== undefined || name !== undefined) {
    const hint = "The config already says how the senders of its hooks authenticate.";
    throw createUsageError("--provider cannot be combined with a config and --name.", hint);
  }
  const { auth, warnings } = await compileProvider({ ...options, provider }, io);
  for (const warning of warnings) io.stderr.write(`warning ${visibleText(warning)}\n`);
  return auth;
}

async function findInConfig(
  { config, name }: { readonly config: string; readonly name: string },
  { http, json }: VerifyOptions,
  io: Io,
): Promise<RouteAuth | undefined> {
  if (config === "-" && http === "-") {
    throw createUsageError("Standard input cannot be both the config and the request.");
  }
  const log = createServerLog({ log: io.stderr, env: io.env }, json === true);
  const result = await loadConfig(config, { io, log, demands: FOR_SERVING });
  if (!result.ok) {
    refuseReports([result], json === true, io);
    return undefined;
  }
  // Background work of modules must not delay the end of the command.
  await result.close(0);
  const { hooks } = result;
  if (!hooks.settings.enabled) {
    const hint = 'Write "enabled": true into the block "hooks".';
    throw createUsageError("hooks.enabled is not true, so no secrets are read.", hint);
  }
  const auth = hooks.endpoint(stripOuterSlashes(name))?.auth;
  if (auth !== undefined) return auth;
  const hint = 'The hook token opens it. Write "auth" into its mapping, or --provider.';
  throw createUsageError(`No mapping of the name "${name}" has an auth.`, hint);
}

/** The explanation of a check → text for people. */
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
  if (kind === "none") return `${good}: anybody does, because its auth is "none"`;
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
    ["checked at", `${new Date(receivedAt).toISOString()}, ${judgedBy}`],
  ];
}

function stepRows({ explanation: { signature, token } }: CheckResult): readonly Row[] {
  return [
    ...(signature === undefined ? [] : signatureToRows(signature)),
    ...(token === undefined ? [] : tokenToRows(token)),
  ];
}

/** Contains only the beginning and the end of what was signed. */
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

/** The steps of the check of a signature → rows of a label and a text. */
export function signatureToRows(trace: SignatureTrace): readonly Row[] {
  const { scheme, headers, time, id, signed, candidates } = trace;
  return [
    ["signed by", describeScheme(scheme)],
    ...headers.map((header): Row => ["header", describeHeader(header)]),
    ...(time === undefined ? [] : [["time", describeTime(time)] as const]),
    ...(id === undefined ? [] : [["id", id.code ?? `${id.text}`] as const]),
    ["signed text", describeSigned(signed)],
    ...candidates.map(
      (one, index): Row => [`signature ${index + 1}`, describeCandidate(one, scheme)],
    ),
  ];
}

function describeScheme(row: SignatureScheme): string {
  const { scheme, algorithm, encoding, signed, key, signature, signsDigest } = row;
  const kind = scheme === "hmac" ? "HMAC, " : "";
  const digest = signsDigest ? "the SHA-256 of " : "";
  const place = signature.form === undefined ? "" : `, in the field ${signature.form} of a form`;
  return `${kind}${algorithm}, ${encoding}${place}, over ${digest}${signed.replaceAll("\n", "\\n")}; the key is ${KEY_FORMS[key]}`;
}

const KEY_FORMS: Readonly<Record<SignatureScheme["key"], string>> = {
  utf8: "the secret as text, unchanged",
  base64: "the secret read as base64",
  hex: "the secret read as hexadecimal",
  whsec: "the secret read as base64, without whsec_",
  sha1: "the SHA-1 of the secret",
  "raw-hex": "a public key in hexadecimal",
  "raw-base64": "a public key in base64",
  whpk: "a public key in base64, without whpk_",
  spki: "a public key in PEM",
};

/** Signatures are not secrets, but a header may have any length. */
const MAX_VALUE_CHARACTERS = 200;

function describeHeader({ name, value, times }: HeaderTrace): string {
  if (value === undefined) return `${name} is missing`;
  const long = value.length > MAX_VALUE_CHARACTERS;
  const shown = long ? `${value.slice(0, MAX_VALUE_CHARACTERS)}…` : value;
  return `${name}: ${shown}${times > 1 ? ` (came ${times} times)` : ""}`;
}

function describeTime({
  text,
  sentAt,
  ageSeconds = 0,
  toleranceSeconds,
  unit,
  code,
}: TimeTrace): string {
  if (text === undefined) return "missing";
  if (sentAt === undefined) return `${text.slice(0, 40)} is not a time in ${UNITS[unit]}`;
  const seconds = Math.abs(ageSeconds);
  const side = ageSeconds < 0 ? "after" : "before";
  const verdict = code === undefined ? "within" : "outside of";
  const moment = Math.abs(sentAt) <= MAX_DATE ? ` = ${new Date(sentAt).toISOString()}` : "";
  return `${text}${moment}, ${seconds} s ${side} the check: ${verdict} the tolerance of ${toleranceSeconds} s`;
}

/** Milliseconds; the limit of `Date`. */
const MAX_DATE = 8.64e15;

const UNITS = { s: "seconds", ms: "milliseconds", iso: "the form of ISO 8601" } as const;

function describeSigned(signed: Uint8Array | undefined): string {
  if (signed === undefined) return "cannot be made: a part of it is missing";
  return `${count(signed.length, "byte")}: "${visibleBytes(signed)}"`;
}

function describeCandidate(
  { text, problem, fits, matches }: CandidateTrace,
  { encoding, scheme }: SignatureScheme,
): string {
  const shown = text.length > 24 ? `${text.slice(0, 12)}…${text.slice(-6)}` : text;
  if (problem === "encoding") {
    const other = fits.length === 0 ? "" : `, but ${fits.join(" or ")}`;
    return `${shown} is not ${encoding}${other}`;
  }
  if (problem === "length") {
    const other = fits.length === 0 ? "" : `; as ${fits.join(" or ")} it has`;
    return `${shown} (${count(text.length, "character")}) does not have the length of a signature${other}`;
  }
  if (matches.length === 0) return `${shown} was compared with nothing`;
  const noun = scheme === "hmac" ? "secret" : "key";
  const results = matches.map(
    (isRight, index) => `${noun} ${index + 1} ${isRight ? "is right" : "differs"}`,
  );
  return `${shown}: ${results.join(", ")}`;
}

/** The comparison of tokens → rows of a label and a text, without the tokens. */
export function tokenToRows({ place, comparisons }: TokenTrace): readonly Row[] {
  const rows = comparisons.map((one, index): Row => {
    const texts = one.map((comparison, at) => `secret ${at + 1} ${COMPARISONS[comparison]}`);
    return [`token ${index + 1}`, texts.join(", ")];
  });
  return [["token in", describePlace(place)], ...(rows.length === 0 ? [NOTHING] : rows)];
}

const NOTHING: Row = ["token", "none was found there"];

function describePlace({ header, prefix = "", query, body }: TokenLocation): string {
  if (header !== undefined) {
    return `the header ${header}${prefix === "" ? "" : `, after "${prefix}"`}`;
  }
  if (query !== undefined) return `the query parameter ${query}`;
  return body === undefined
    ? "the header authorization: user:password, as in Basic"
    : `the field ${[body].flat().join(" or ")} of the body`;
}

const COMPARISONS: Readonly<Record<TokenComparison, string>> = {
  equal: "is right",
  "white-space": "differs in the white space around it",
  case: "differs in upper and lower case",
  "has-prefix": "is right after a prefix that was sent, too",
  "lacks-prefix": "is right except for its beginning, which was not sent",
  longer: "differs: what was sent is longer",
  shorter: "differs: what was sent is shorter",
  differs: "differs",
};
