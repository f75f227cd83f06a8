// The steps of the check of a signature → rows of a label and a text.
import type {
  CandidateTrace,
  HeaderTrace,
  SignatureScheme,
  SignatureTrace,
  TimeTrace,
} from "@hookwright/signatures";
import { count } from "../count.ts";
import { visibleBytes } from "../visible-bytes.ts";
import type { Row } from "./check-result.ts";

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

function describeScheme({ scheme, algorithm, encoding, signed, key }: SignatureScheme): string {
  const kind = scheme === "hmac" ? "HMAC, " : "";
  return `${kind}${algorithm}, ${encoding}, over ${signed}; the key is ${KEY_FORMS[key]}`;
}

const KEY_FORMS: Readonly<Record<SignatureScheme["key"], string>> = {
  utf8: "the secret as text, with all that stands in it",
  base64: "the secret read as base64",
  hex: "the secret read as hexadecimal",
  whsec: "the secret read as base64, without whsec_",
  "raw-hex": "a public key in hexadecimal",
  "raw-base64": "a public key in base64",
  whpk: "a public key in base64, without whpk_",
  spki: "a public key in PEM",
};

/** Signatures are no secrets; a header is as long as its sender likes. */
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
  if (sentAt === undefined) return `${text.slice(0, 40)} is no time in ${UNITS[unit]}`;
  const seconds = Math.abs(ageSeconds);
  const side = ageSeconds < 0 ? "after" : "before";
  const verdict = code === undefined ? "within" : "outside of";
  const moment = Math.abs(sentAt) <= MAX_DATE ? ` = ${new Date(sentAt).toISOString()}` : "";
  return `${text}${moment}, ${seconds} s ${side} the check: ${verdict} the tolerance of ${toleranceSeconds} s`;
}

/** Milliseconds; no `Date` goes further. */
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
    return `${shown} (${count(text.length, "character")}) has not the length of a signature${other}`;
  }
  if (matches.length === 0) return `${shown} was compared with nothing`;
  const noun = scheme === "hmac" ? "secret" : "key";
  const results = matches.map(
    (isRight, index) => `${noun} ${index + 1} ${isRight ? "is right" : "differs"}`,
  );
  return `${shown}: ${results.join(", ")}`;
}
