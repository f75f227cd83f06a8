// Messages of AWS SNS: what is signed, whether it is right, and how a subscription is confirmed.
import { mapPromise, type PromiseOrValue, readHeader, readOwn } from "@hookwright/base";
import type {
  AuthFailureCode,
  AuthRequest,
  AuthResult,
  HandshakeAnswer,
  RouteHandshake,
} from "../../model.ts";
import { decodeBytes } from "../bytes.ts";
import { checkTimestamp } from "../check-timestamp.ts";
import type { FindCertificate } from "../keys/certificate-keys.ts";
import { fetchDocument, type KeyService } from "../keys/document-cache.ts";
import { parseMessage } from "./parse-message.ts";

interface SnsMessage {
  readonly type: SnsType;
  readonly id: string;
  readonly topic: string;
  readonly timestamp: string;
  /** Only of a confirmation. */
  readonly subscribeUrl: string | undefined;
  readonly certificateUrl: string;
  readonly signature: Uint8Array;
  /** What is signed. */
  readonly text: string;
}

type SnsType = "Notification" | "SubscriptionConfirmation" | "UnsubscribeConfirmation";

type ReadSnsResult =
  | { readonly ok: true; readonly message: SnsMessage }
  | { readonly ok: false; readonly code: AuthFailureCode };

interface SnsRules {
  /** ARNs. */
  readonly topics: readonly string[];
  readonly signatureVersion: 1 | 2;
}

/**
 * Such as `eu-central-1`. Any other label in its place is another service: `sns.s3.amazonaws.com` is a bucket
 * of that name, in which its owner keeps what he likes.
 */
const AWS_REGION = "[a-z]{2}(?:-[a-z]{3,9}){1,3}-\\d{1,2}";

const HOST = `https://sns\\.${AWS_REGION}\\.amazonaws\\.com(?:\\.cn)?`;

/** The whole URL, so that no reader of URLs can see another host in it. */
const CERTIFICATE_URL = new RegExp(`^${HOST}/SimpleNotificationService-[0-9a-f]{32}\\.pem$`);

const SUBSCRIBE_URL = new RegExp(`^${HOST}/\\?[\\w.~%:&=+-]{1,2000}$`);

export const SNS_TOPIC: RegExp = /^arn:aws[a-z-]*:sns:[\w-]+:\d{12}:[\w.-]{1,256}$/;

/**
 * In the signed text, each name and value is on its own line. With these forms, only `Message` can have line
 * breaks, so that no text can be moved from one field to another.
 */
const FORMS: Readonly<Record<string, RegExp>> = {
  Message: /^/,
  MessageId: /^[\w-]{1,100}$/,
  Subject: /^[^\r\n]*$/,
  SubscribeURL: SUBSCRIBE_URL,
  Timestamp: /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,9})?Z$/,
  Token: /^[\w-]{1,1000}$/,
  TopicArn: SNS_TOPIC,
  Type: /^\w+$/,
};

/** In the order in which they are signed; all but the subject must be there. */
const NOTIFICATION = ["Message", "MessageId", "Subject", "Timestamp", "TopicArn", "Type"];

const CONFIRMATION = [
  "Message",
  "MessageId",
  "SubscribeURL",
  "Timestamp",
  "Token",
  "TopicArn",
  "Type",
];

const FIELDS: Readonly<Record<SnsType, readonly string[]>> = {
  Notification: NOTIFICATION,
  SubscriptionConfirmation: CONFIRMATION,
  UnsubscribeConfirmation: CONFIRMATION,
};

/** The type is read from the message: the header with the type is not signed. */
function readSns(
  { headers, body }: AuthRequest,
  { topics, signatureVersion }: SnsRules,
): ReadSnsResult {
  if (readHeader(headers, "x-amz-sns-rawdelivery") === "true") return refused("message_unsigned");
  const value = parseMessage(body);
  const type = readOwn(value, "Type");
  if (typeof type !== "string" || !isType(type)) return refused("message_malformed");
  const written = readOwn(value, "Signature");
  if (typeof written !== "string") return refused("signature_missing");
  if (readOwn(value, "SignatureVersion") !== String(signatureVersion)) {
    return refused("version_wrong");
  }
  const topic = readOwn(value, "TopicArn");
  if (typeof topic !== "string" || !topics.includes(topic)) return refused("topic_wrong");
  const text = textOf(value, type);
  const signature = decodeBytes(written, "base64");
  if (text === undefined) return refused("message_malformed");
  if (signature === undefined) return refused("signature_malformed");
  const certificateUrl = readOwn(value, "SigningCertURL");
  if (typeof certificateUrl !== "string" || !CERTIFICATE_URL.test(certificateUrl)) {
    return refused("key_refused");
  }
  const fieldOf = (name: string) => readOwn(value, name) as string;
  const message: SnsMessage = {
    type,
    id: fieldOf("MessageId"),
    topic,
    timestamp: fieldOf("Timestamp"),
    subscribeUrl: type === "SubscriptionConfirmation" ? fieldOf("SubscribeURL") : undefined,
    certificateUrl,
    signature,
    text,
  };
  return { ok: true, message };
}

function refused(code: AuthFailureCode): { readonly ok: false; readonly code: AuthFailureCode } {
  return { ok: false, code };
}

function isType(type: string): type is SnsType {
  return Object.hasOwn(FIELDS, type);
}

function textOf(value: unknown, type: SnsType): string | undefined {
  let text = "";
  for (const name of FIELDS[type]) {
    const field = readOwn(value, name);
    if (name === "Subject" && (field === undefined || field === null)) continue;
    if (typeof field !== "string" || FORMS[name]?.test(field) !== true) return undefined;
    text += `${name}\n${field}\n`;
  }
  return text;
}

interface SnsCheck extends SnsRules {
  readonly findCertificate: FindCertificate;
  /** How far the time of a message may be from the present: SNS sends it again as it was. */
  readonly toleranceSeconds: number;
}

/**
 * The names that Amazon's certificates for SNS have: one for most regions, and one for each of those that
 * must be switched on.
 */
export const SNS_CERTIFICATE_NAME: RegExp = new RegExp(
  `^sns(?:-signing)?(?:[.-]${AWS_REGION})?\\.amazonaws\\.com(?:\\.cn)?$`,
);

export function verifySns(check: SnsCheck, request: AuthRequest): PromiseOrValue<AuthResult> {
  const read = readSns(request, check);
  if (!read.ok) return refused(read.code);
  const { certificateUrl, signature, text, timestamp, id } = read.message;
  const { findCertificate, toleranceSeconds } = check;
  const { receivedAt } = request;
  const rule = { unit: "iso", toleranceSeconds } as const;
  const late = checkTimestamp(timestamp, { rule, receivedAt });
  if (late !== undefined) return refused(late);
  return mapPromise(findCertificate(certificateUrl, request), (found) => {
    if (!found.ok) return refused(found.code);
    return mapPromise(found.key.verify(signature, [text]), (isRight) =>
      isRight ? { ok: true, keyIndex: 0, signedId: id } : refused("signature_wrong"),
    );
  });
}

interface SnsConfirmation extends SnsRules {
  /** Undefined if the config does not ask for it. */
  readonly service: KeyService | undefined;
}

/**
 * SNS repeats what is not answered by a 2xx, so a subscription that is not confirmed is accepted,
 * too. `UnsubscribeURL` is not signed, and never requested.
 */
export function createSnsHandshake(rules: SnsConfirmation): RouteHandshake {
  return {
    name: "sns",
    methods: [],
    isSigned: true,
    wouldSign: () => false,
    answer: (request) => answerSns(request, rules),
  };
}

async function answerSns(
  request: AuthRequest,
  rules: SnsConfirmation,
): Promise<HandshakeAnswer | undefined> {
  const read = readSns(request, rules);
  if (!read.ok || read.message.type === "Notification") return undefined;
  const { topic, subscribeUrl } = read.message;
  if (subscribeUrl === undefined) {
    return accepted(`The subscription to ${topic} has ended, by a request to AWS.`);
  }
  if (rules.service === undefined) {
    return accepted(
      `The subscription to ${topic} waits for its confirmation: write "confirm": true, and subscribe again.`,
    );
  }
  const fetched = await fetchDocument(subscribeUrl, rules.service);
  return fetched.ok ? accepted(`The subscription to ${topic} is confirmed.`) : NOT_CONFIRMED;
}

function accepted(detail: string): HandshakeAnswer {
  return { status: 200, headers: {}, body: "", detail };
}

const NOT_CONFIRMED: HandshakeAnswer = {
  status: 503,
  headers: { "retry-after": "30" },
  body: "",
  detail: "The subscription could not be confirmed: AWS did not answer, or refused.",
};
