// Messages of Amazon SNS, signed with a certificate of our own, for tests.
import { sign } from "node:crypto";
import { NOW } from "./requests.ts";
import { RSA } from "./tokens.ts";

export const TOPIC = "arn:aws:sns:eu-central-1:123456789012:orders";
export const CERTIFICATE_URL =
  "https://sns.eu-central-1.amazonaws.com/SimpleNotificationService-0123456789abcdef0123456789abcdef.pem";
export const SUBSCRIBE_URL = `https://sns.eu-central-1.amazonaws.com/?Action=ConfirmSubscription&TopicArn=${TOPIC}&Token=2336412f37`;

export interface SnsFields {
  readonly Type?: unknown;
  readonly MessageId?: unknown;
  readonly Token?: unknown;
  readonly TopicArn?: unknown;
  readonly Subject?: unknown;
  readonly Message?: unknown;
  readonly SubscribeURL?: unknown;
  readonly Timestamp?: unknown;
  readonly UnsubscribeURL?: unknown;
  readonly Signature?: unknown;
  readonly SignatureVersion?: unknown;
  readonly SigningCertURL?: unknown;
}

export function notification(changes: SnsFields = {}): SnsFields {
  return {
    Type: "Notification",
    MessageId: "22b80b92-fdea-4c2c-8f9d-bdfb0c7bf324",
    TopicArn: TOPIC,
    Subject: "My subject",
    Message: '{"order": 1}\nMessageId\nx',
    Timestamp: new Date(NOW).toISOString(),
    UnsubscribeURL: "https://sns.eu-central-1.amazonaws.com/?Action=Unsubscribe",
    ...changes,
  };
}

export function confirmation(changes: SnsFields = {}): SnsFields {
  return {
    Type: "SubscriptionConfirmation",
    MessageId: "165545c9-2a5c-472c-8df2-7ff2be2b3b1b",
    Token: "2336412f37",
    TopicArn: TOPIC,
    Message: "You have chosen to subscribe.",
    SubscribeURL: SUBSCRIBE_URL,
    Timestamp: new Date(NOW).toISOString(),
    ...changes,
  };
}

const NOTIFICATION: readonly (keyof SnsFields)[] = [
  "Message",
  "MessageId",
  "Subject",
  "Timestamp",
  "TopicArn",
  "Type",
];
const CONFIRMATION: readonly (keyof SnsFields)[] = [
  "Message",
  "MessageId",
  "SubscribeURL",
  "Timestamp",
  "Token",
  "TopicArn",
  "Type",
];

export interface SnsOptions {
  readonly version?: "1" | "2";
  /** Over what was signed. */
  readonly changes?: SnsFields;
}

/** As SNS sends it. */
export function signSns(fields: SnsFields, { version = "2", changes }: SnsOptions = {}): string {
  const names = fields.Type === "Notification" ? NOTIFICATION : CONFIRMATION;
  const lines = names.flatMap((name) =>
    fields[name] === undefined ? [] : [`${name}\n${fields[name]}\n`],
  );
  const text = Buffer.from(lines.join(""));
  const signature = sign(version === "1" ? "sha1" : "sha256", text, RSA.privateKey);
  return JSON.stringify({
    ...fields,
    SignatureVersion: version,
    Signature: signature.toString("base64"),
    SigningCertURL: CERTIFICATE_URL,
    ...changes,
  });
}
