import fc from "fast-check";
import { expect, test, vi } from "vitest";
import { certificatePem } from "../../../../core/test/auth/certificates.ts";
import { authOf, check, problemsOf } from "../../../../core/test/auth/configs.ts";
import { createFakeService, noTimer } from "../../../../core/test/auth/key-services.ts";
import { bytesOf, NOW, requestOf, webCrypto } from "../../../../core/test/auth/requests.ts";
import {
  CERTIFICATE_URL,
  confirmation,
  notification,
  type SnsFields,
  SUBSCRIBE_URL,
  signSns,
  TOPIC,
} from "../../../../core/test/auth/sns.ts";
import { EC, RSA } from "../../../../core/test/auth/tokens.ts";
import type { KeysAnswer } from "../../model.ts";
import { parseMessage } from "./parse-message.ts";

const AUTH = { provider: "sns", topics: [TOPIC] };
const DAY = 86_400_000;
/** For tests of what is not the time of the message. */
const LENIENT = { ...AUTH, toleranceSeconds: 864_000 };

function start(auth: object = AUTH, pem = certificatePem({ key: RSA })) {
  const service = createFakeService({ [CERTIFICATE_URL]: pem, [SUBSCRIBE_URL]: "<ok/>" });
  const route = authOf(auth, { keys: service.keys, timer: noTimer });
  return {
    ...service,
    route,
    send: (text: string, receivedAt = NOW) => check(route, { text, receivedAt }),
  };
}

test("verifySns() accepts a message of its topic, and returns its id as signed", async () => {
  const { route, asked } = start();
  const text = signSns(notification());
  const signedId = notification().MessageId;
  expect(await route?.check(requestOf({ text }))).toEqual({ ok: true, keyIndex: 0, signedId });
  const plain = signSns(notification({ Subject: undefined }));
  expect(await route?.check(requestOf({ text: plain }))).toMatchObject({ ok: true });
  const none = signSns(notification({ Subject: undefined }), { changes: { Subject: null } });
  expect(await route?.check(requestOf({ text: none }))).toMatchObject({ ok: true });
  expect(asked).toEqual([CERTIFICATE_URL]);
  expect([route?.kind, route?.delivery?.idSigned]).toEqual(["message", true]);
  expect(route?.secretPlaces.body).toEqual(["UnsubscribeURL", "SubscribeURL", "Token"]);
});

test("verifySns() refuses a right signature of another topic, before it fetches anything", async () => {
  const { send, asked } = start();
  const theirs = "arn:aws:sns:eu-central-1:210987654321:orders";
  expect(await send(signSns(notification({ TopicArn: theirs })))).toBe("topic_wrong");
  expect(await send(signSns(notification({ TopicArn: `${TOPIC}s` })))).toBe("topic_wrong");
  expect(await send(signSns(notification({ TopicArn: [TOPIC] })))).toBe("topic_wrong");
  expect(asked).toEqual([]);
});

test.each<[string, object]>([
  ["message", { Message: "another" }],
  ["id", { MessageId: "another" }],
  ["subject", { Subject: "another" }],
  ["subject that is taken away", { Subject: undefined }],
  ["time", { Timestamp: new Date(NOW + 1).toISOString() }],
])("verifySns() refuses another %s", async (_what, changes) => {
  expect(await start().send(signSns(notification(), { changes }))).toBe("signature_wrong");
});

test("verifySns() reads the type from the message, not from a header", async () => {
  const { route } = start();
  const text = signSns(notification(), { changes: { Type: "UnsubscribeConfirmation" } });
  expect(await check(route, { text })).toBe("message_malformed");
  const headers = { "x-amz-sns-message-type": "SubscriptionConfirmation" };
  expect(await check(route, { text: signSns(notification()), headers })).toBe(0);
});

test("verifySns() reports that raw messages have no signature", async () => {
  const headers = { "x-amz-sns-rawdelivery": "true", "x-amz-sns-topic-arn": TOPIC };
  expect(await check(start().route, { text: "{}", headers })).toBe("message_unsigned");
});

test("verifySns() accepts only the signature version of the config", async () => {
  const old = signSns(notification(), { version: "1" });
  expect(await start().send(old)).toBe("version_wrong");
  const { send } = start({ ...AUTH, signatureVersion: 1 });
  expect(await send(old)).toBe(0);
  expect(await send(signSns(notification()))).toBe("version_wrong");
  expect(await send(signSns(notification(), { changes: { SignatureVersion: "1" } }))).toBe(
    "signature_wrong",
  );
  for (const version of ["3", 2, undefined, ["2"]]) {
    const changes = { SignatureVersion: version };
    expect(await start().send(signSns(notification(), { changes }))).toBe("version_wrong");
  }
});

test.each([
  "http://sns.eu-central-1.amazonaws.com/SimpleNotificationService-0123456789abcdef0123456789abcdef.pem",
  "https://sns.eu-central-1.amazonaws.com.evil.com/SimpleNotificationService-0123456789abcdef0123456789abcdef.pem",
  "https://sns.evil.com/sns.eu-central-1.amazonaws.com/SimpleNotificationService-0123456789abcdef0123456789abcdef.pem",
  "https://evil.com#sns.eu-central-1.amazonaws.com/SimpleNotificationService-0123456789abcdef0123456789abcdef.pem",
  "https://user@sns.eu-central-1.amazonaws.com/SimpleNotificationService-0123456789abcdef0123456789abcdef.pem",
  "https://sns.eu-central-1.amazonaws.com:8443/SimpleNotificationService-0123456789abcdef0123456789abcdef.pem",
  "https://sns.eu-central-1.amazonaws.com/a/../SimpleNotificationService-0123456789abcdef0123456789abcdef.pem",
  "https://sns.eu-central-1.amazonaws.com/SimpleNotificationService-0123456789abcdef0123456789abcdef.pem?x",
  "https://sns.eu-central-1.amazonaws.com/SimpleNotificationService-0123456789abcdef0123456789abcdef.pem\n",
  "https://sns.eu-central-1.amazonaws.com/a.pem",
  "https://sns.eu-central-1.amazonaws.com/SimpleNotificationService-0123456789abcdef.pem",
  "https://sns.eu-central-1.amazonaws.com/SimpleNotificationService-0123456789abcdef0123456789abcdeg.pem",
  "https://sns.s3.amazonaws.com/SimpleNotificationService-0123456789abcdef0123456789abcdef.pem",
  "https://sns.s3-us-west-2.amazonaws.com/SimpleNotificationService-0123456789abcdef0123456789abcdef.pem",
  "https://sns.s3-website-us-east-1.amazonaws.com/SimpleNotificationService-0123456789abcdef0123456789abcdef.pem",
  "https://sns.execute-api.amazonaws.com/SimpleNotificationService-0123456789abcdef0123456789abcdef.pem",
  "https://sns.elb.amazonaws.com/SimpleNotificationService-0123456789abcdef0123456789abcdef.pem",
  "https://sns.eu-central.amazonaws.com/SimpleNotificationService-0123456789abcdef0123456789abcdef.pem",
  "https://sns.eu.central.amazonaws.com/SimpleNotificationService-0123456789abcdef0123456789abcdef.pem",
  "https://s3.amazonaws.com/bucket/SimpleNotificationService-0123456789abcdef0123456789abcdef.pem",
  "https://snsXeu-central-1.amazonaws.com/SimpleNotificationService-0123456789abcdef0123456789abcdef.pem",
  "https://sns.eu-central-1.amazonaws.co/SimpleNotificationService-0123456789abcdef0123456789abcdef.pem",
  "file:///SimpleNotificationService-0123456789abcdef0123456789abcdef.pem",
  "",
  undefined,
  1,
])("verifySns() fetches no certificate from %j", async (url) => {
  const { send, asked } = start();
  const text = signSns(notification(), { changes: { SigningCertURL: url } });
  expect(await send(text)).toBe("key_refused");
  expect(asked).toEqual([]);
});

test("verifySns() fetches from Amazon's hosts in China, too", async () => {
  const { send, answer } = start();
  const url =
    "https://sns.cn-north-1.amazonaws.com.cn/SimpleNotificationService-0123456789abcdef0123456789abcdef.pem";
  answer(url, certificatePem({ key: RSA, commonName: "sns.cn-north-1.amazonaws.com.cn" }));
  expect(await send(signSns(notification(), { changes: { SigningCertURL: url } }))).toBe(0);
});

test("verifySns() requires a certificate that is valid now", async () => {
  const valid = { key: RSA, notBefore: NOW - DAY, notAfter: NOW + DAY };
  const at = (receivedAt: number) =>
    start(LENIENT, certificatePem(valid)).send(signSns(notification()), receivedAt);
  expect(await at(NOW - DAY)).toBe(0);
  expect(await at(NOW + DAY)).toBe(0);
  expect(await at(NOW - DAY - 1)).toBe("certificate_wrong");
  expect(await at(NOW + DAY + 1)).toBe("certificate_wrong");
  // Also one that was valid when it was fetched.
  const { send } = start(AUTH, certificatePem({ ...valid, notAfter: NOW + 60_000 }));
  expect(await send(signSns(notification()), NOW)).toBe(0);
  expect(await send(signSns(notification()), NOW + 61_000)).toBe("certificate_wrong");
});

test.each([
  ["sns.amazonaws.com", 0],
  ["SNS.amazonaws.com", 0],
  ["sns-signing.me-south-1.amazonaws.com", 0],
  ["sns-cn-north-1.amazonaws.com.cn", 0],
  ["amazonaws.com", "certificate_wrong"],
  ["evil-sns.amazonaws.com", "certificate_wrong"],
  ["sns.amazonaws.com.evil.com", "certificate_wrong"],
  ["sqs.amazonaws.com", "certificate_wrong"],
  ["sns.s3.amazonaws.com", "certificate_wrong"],
])("verifySns() checks a certificate of %s", async (commonName, outcome) => {
  const { send } = start(AUTH, certificatePem({ key: RSA, commonName }));
  expect(await send(signSns(notification()))).toBe(outcome);
  const dnsNames = ["x.example", commonName];
  const other = start(AUTH, certificatePem({ key: RSA, commonName: "Amazon", dnsNames }));
  expect(await other.send(signSns(notification()))).toBe(outcome);
});

test("verifySns() refuses the signature of another key, and a key of another kind", async () => {
  const { send } = start(AUTH, certificatePem());
  expect(await send(signSns(notification()))).toBe("signature_wrong");
  expect(await start(AUTH, certificatePem({ key: EC })).send(signSns(notification()))).toBe(
    "signature_wrong",
  );
});

test("verifySns() distinguishes an unavailable certificate from a missing one", async () => {
  const of = async (answer: Parameters<ReturnType<typeof start>["answer"]>[1]) => {
    const { send, answer: set } = start();
    set(CERTIFICATE_URL, answer);
    return send(signSns(notification()));
  };
  const bytes = new Uint8Array();
  expect(await of(new Error("down"))).toBe("keys_unavailable");
  expect(await of({ status: 503, bytes })).toBe("keys_unavailable");
  expect(await of({ status: 302, bytes })).toBe("keys_unavailable");
  expect(await of("no certificate")).toBe("keys_unavailable");
  expect(await of({ status: 403, bytes })).toBe("key_unknown");
});

function inventedUrl(count: number): string {
  const name = count.toString(16).padStart(32, "0");
  return `https://sns.eu-central-1.amazonaws.com/SimpleNotificationService-${name}.pem`;
}

test.each<[string, (count: number) => string | undefined, string | undefined]>([
  ["behind the proxy of the sender", () => "10.0.0.1", "10.0.0.1"],
  ["where no address is known", () => undefined, undefined],
  ["of many networks", (count) => `2001:db8:0:${count.toString(16)}::1`, "192.0.2.1"],
])(
  "verifySns() fetches the sender's certificate despite addresses that strangers %s invented before",
  async (_who, addressOf, remoteAddress) => {
    const { route, asked } = start();
    const send = (SigningCertURL: string, from: string | undefined) =>
      check(route, {
        text: signSns(notification(), { changes: { SigningCertURL } }),
        remoteAddress: from,
      });
    const invent = async (first: number) => {
      for (let count = first; count < first + 200; count++) {
        expect(await send(inventedUrl(count), addressOf(count))).toBe("key_unknown");
      }
    };
    await invent(0);
    expect(await send(CERTIFICATE_URL, remoteAddress)).toBe(0);
    // Nor do they push it out.
    await invent(200);
    expect(await send(CERTIFICATE_URL, remoteAddress)).toBe(0);
    expect(asked.filter((url) => url === CERTIFICATE_URL)).toHaveLength(1);
  },
);

/** Waits until a list has this many entries. */
const reach = (list: () => readonly unknown[], length: number) =>
  vi.waitFor(() => expect(list()).toHaveLength(length), { timeout: 60_000 });

/** A service and a timer that the test controls. */
function startSlow(auth: object = AUTH) {
  const days = { notBefore: NOW - DAY, notAfter: NOW + 9 * DAY };
  const service = createFakeService({ [CERTIFICATE_URL]: certificatePem({ key: RSA, ...days }) });
  const begun: { readonly url: string; readonly finish: () => void }[] = [];
  const alarms: { readonly ms: number; readonly ring: () => void }[] = [];
  const keys = {
    fetch: (url: string, options: Parameters<typeof service.keys.fetch>[1]) =>
      new Promise<KeysAnswer>((resolve) => {
        begun.push({ url, finish: () => resolve(service.keys.fetch(url, options)) });
      }),
  };
  const timer = (ring: () => void, ms: number) => {
    const alarm = { ms, ring };
    alarms.push(alarm);
    return () => void alarms.splice(alarms.indexOf(alarm), 1);
  };
  const route = authOf(auth, { keys, timer });
  const outcomes: (string | number)[] = [];
  const send = (SigningCertURL: string, remoteAddress: string, receivedAt = NOW) => {
    const text = signSns(notification(), { changes: { SigningCertURL } });
    const sent = check(route, { text, remoteAddress, receivedAt });
    sent.then((outcome) => outcomes.push(outcome));
    return sent;
  };
  return { send, begun, alarms, outcomes, urls: () => begun.map(({ url }) => url) };
}

test("verifySns() fetches four unknown addresses at a time, and those of many networks in turn", async () => {
  const { send, begun, urls } = startSlow();
  for (let count = 0; count < 6; count++) send(inventedUrl(count), "198.51.100.1");
  const real = send(CERTIFICATE_URL, "192.0.2.1");
  await reach(() => begun, 4);
  begun[0]?.finish();
  await reach(() => begun, 5);
  begun[1]?.finish();
  // One of the stranger was before; the other one is after the sender's.
  await reach(() => begun, 6);
  expect(urls().slice(4)).toEqual([inventedUrl(4), CERTIFICATE_URL]);
  begun[5]?.finish();
  expect(await real).toBe(0);
  // What is known waits for nobody, also where it is fetched again after an hour.
  const later = send(CERTIFICATE_URL, "192.0.2.1", NOW + 3_600_000);
  await reach(() => urls().filter((url) => url === CERTIFICATE_URL), 2);
  begun.findLast(({ url }) => url === CERTIFICATE_URL)?.finish();
  expect(await later).toBe(0);
});

test("verifySns() queues 16 addresses of a network and 64 in all, for at most 3 s", async () => {
  const { send, begun, alarms, outcomes } = startSlow();
  const invent = (network: number, count: number) =>
    send(inventedUrl(network * 100 + count), `198.51.100.${network}`);
  for (let count = 0; count < 4 + 16; count++) invent(1, count);
  await reach(() => begun, 4);
  expect(await invent(1, 20)).toBe("keys_unavailable");
  for (let network = 2; network < 5; network++) {
    for (let count = 0; count < 16; count++) invent(network, count);
  }
  expect(await send(CERTIFICATE_URL, "192.0.2.1")).toBe("keys_unavailable");
  expect(outcomes).toHaveLength(2);
  // Those that wait give up; those that are being fetched have a limit of their own.
  const waiting = alarms.slice(4);
  expect(waiting.map(({ ms }) => ms)).toEqual(Array(64).fill(3_000));
  for (const { ring } of waiting) ring();
  await reach(() => outcomes, 66);
  expect(new Set(outcomes)).toEqual(new Set(["keys_unavailable"]));
  for (const { finish } of begun.slice(0, 4)) finish();
  await reach(() => outcomes, 70);
  expect(begun).toHaveLength(4);
  const real = send(CERTIFICATE_URL, "192.0.2.1", NOW + 5_000);
  await reach(() => begun, 5);
  begun[4]?.finish();
  expect(await real).toBe(0);
});

test("verifySns() refuses an address that failed before, too, if the queue is full", async () => {
  const { send, begun } = startSlow();
  const invent = (network: number, count: number) =>
    send(inventedUrl(network * 100 + count), `198.51.100.${network}`, NOW + 5_000);
  const first = send(inventedUrl(0), "192.0.2.1");
  await reach(() => begun, 1);
  begun[0]?.finish();
  expect(await first).toBe("key_unknown");
  for (let network = 1; network < 6; network++) {
    for (let count = 0; count < 17; count++) invent(network, count);
  }
  await reach(() => begun, 5);
  expect(await send(inventedUrl(0), "192.0.2.1", NOW + 5_000)).toBe("keys_unavailable");
  expect(begun).toHaveLength(5);
});

test("verifySns() keeps 128 addresses, and drops the oldest if all are in use", async () => {
  const { send, asked, answer } = start();
  const certificate = certificatePem({ key: RSA });
  const use = (count: number) => {
    const url = inventedUrl(count);
    answer(url, certificate);
    return send(signSns(notification(), { changes: { SigningCertURL: url } }));
  };
  for (let count = 0; count < 129; count++) expect(await use(count)).toBe(0);
  expect(await use(128)).toBe(0);
  expect(asked).toHaveLength(129);
  await use(0);
  expect(asked).toHaveLength(130);
});

test.each([
  ["an hour by default", AUTH, 3_600_000],
  ["what the config says", { ...AUTH, toleranceSeconds: 60 }, 60_000],
])("verifySns() checks the time of a message within %s", async (_what, auth, ms) => {
  const { send } = start(auth);
  const text = signSns(notification());
  expect(await send(text, NOW + ms)).toBe(0);
  expect(await send(text, NOW + ms + 1)).toBe("timestamp_too_old");
  expect(await send(text, NOW - ms - 1)).toBe("timestamp_in_future");
});

test("verifySns() fetches a known certificate ahead of a flood, even after days and out of the cache", async () => {
  const { send, begun, urls } = startSlow(LENIENT);
  const first = send(CERTIFICATE_URL, "192.0.2.1");
  await reach(() => begun, 1);
  // The flood pushes out what is still being asked.
  for (let count = 0; count < 3; count++) send(inventedUrl(count), "198.51.100.1");
  begun[0]?.finish();
  expect(await first).toBe(0);
  for (let network = 1; network < 40; network++) {
    for (let count = 0; count < 16; count++) {
      send(inventedUrl(network * 100 + count), `198.51.100.${network}`);
    }
  }
  expect(await send(CERTIFICATE_URL, "192.0.2.1")).toBe(0);
  // Also where it is too old to be used, and no fetch of the flood has ended.
  const later = send(CERTIFICATE_URL, "198.51.100.1", NOW + 3 * DAY);
  await reach(() => urls().filter((url) => url === CERTIFICATE_URL), 2);
  begun.findLast(({ url }) => url === CERTIFICATE_URL)?.finish();
  expect(await later).toBe(0);
});

test.each<[string, object, string]>([
  ["no signature", { Signature: undefined }, "signature_missing"],
  ["a signature that is no base64", { Signature: "*" }, "signature_malformed"],
  ["an empty signature", { Signature: "" }, "signature_wrong"],
  ["no type", { Type: undefined }, "message_malformed"],
  ["an inherited type", { Type: "constructor" }, "message_malformed"],
  ["no message", { Message: undefined }, "message_malformed"],
  ["a message that is not a string", { Message: { a: 1 } }, "message_malformed"],
  ["a line break in the subject", { Subject: "a\nb" }, "message_malformed"],
  ["an id with a line break", { MessageId: "a\nSubject\nb" }, "message_malformed"],
  ["a time that is none", { Timestamp: "yesterday" }, "message_malformed"],
])("verifySns() refuses %s", async (_what, changes, code) => {
  expect(await start().send(signSns(notification(), { changes }))).toBe(code);
});

test("verifySns() never throws, and accepts no changed message", async () => {
  const { route } = start();
  const right = signSns(notification());
  const keys = Object.keys(notification()).filter((name) => name !== "UnsubscribeURL");
  const changed = fc
    .tuple(fc.constantFrom(...keys, "Signature", "SignatureVersion"), fc.jsonValue())
    .map(([name, value]) => JSON.stringify({ ...JSON.parse(right), [name]: value }));
  const bodies = fc.oneof(fc.uint8Array(), fc.json().map(bytesOf), changed.map(bytesOf));
  await fc.assert(
    fc.asyncProperty(bodies, async (body) => {
      expect(await check(route, { body })).not.toBe(0);
    }),
  );
});

const answerOf = async (
  fields: SnsFields,
  {
    auth = AUTH,
    answer,
  }: { auth?: object; answer?: Parameters<ReturnType<typeof start>["answer"]>[1] } = {},
) => {
  const { route, asked, answer: set } = start(auth);
  if (answer !== undefined) set(SUBSCRIBE_URL, answer);
  const request = requestOf({ text: signSns(fields) });
  expect(await route?.check(request)).toMatchObject({ ok: true });
  const sent = await route?.handshake?.answer(request);
  return [sent?.status, sent?.detail, asked.includes(SUBSCRIBE_URL)];
};

test("createSnsHandshake() confirms a subscription only if the config has confirm", async () => {
  const confirm = { ...AUTH, confirm: true };
  const waits = `The subscription to ${TOPIC} waits for its confirmation: write "confirm": true, and subscribe again.`;
  expect(await answerOf(confirmation())).toEqual([200, waits, false]);
  const confirmed = `The subscription to ${TOPIC} is confirmed.`;
  expect(await answerOf(confirmation(), { auth: confirm })).toEqual([200, confirmed, true]);
  const failed = await answerOf(confirmation(), { auth: confirm, answer: new Error("down") });
  expect(failed).toEqual([503, expect.stringContaining("could not be confirmed"), true]);
});

test("createSnsHandshake() never requests UnsubscribeURL or the confirmation of an end", async () => {
  const confirm = { ...AUTH, confirm: true };
  const ended = await answerOf(confirmation({ Type: "UnsubscribeConfirmation" }), {
    auth: confirm,
  });
  expect(ended).toEqual([200, expect.stringContaining("has ended"), false]);
  expect(await answerOf(notification(), { auth: confirm })).toEqual([undefined, undefined, false]);
});

test.each([
  "http://sns.eu-central-1.amazonaws.com/?Action=ConfirmSubscription",
  "https://sns.eu-central-1.amazonaws.com.evil.com/?Action=ConfirmSubscription",
  "https://evil.com/?Action=ConfirmSubscription",
  "https://sns.eu-central-1.amazonaws.com/x?Action=ConfirmSubscription",
  "https://sns.eu-central-1.amazonaws.com/?a#b",
])("createSnsHandshake() confirms nothing at %j", async (SubscribeURL) => {
  const { route, asked } = start({ ...AUTH, confirm: true });
  const request = requestOf({ text: signSns(confirmation({ SubscribeURL })) });
  expect(await route?.check(request)).toEqual({ ok: false, code: "message_malformed" });
  expect(await route?.handshake?.answer(request)).toBeUndefined();
  expect(asked).toEqual([]);
});

test("createSnsHandshake() signs nothing for strangers", () => {
  const { route } = start();
  expect(route?.handshake).toMatchObject({ name: "sns", methods: [], isSigned: true });
  expect(route?.handshake?.wouldSign(["x"])).toBe(false);
});

const listOf = (auth: object, options?: object) =>
  problemsOf(auth, { keys: createFakeService().keys, ...options }).map(({ code, path, severity }) =>
    [code, path.slice(4).join("."), severity].join(" "),
  );

test.each<[object, readonly string[]]>([
  [AUTH, []],
  [{ provider: "sns" }, ["auth_incomplete topics error"]],
  [{ ...AUTH, topics: [TOPIC, "orders"] }, ["invalid_value topics.1 error"]],
  [{ ...AUTH, secret: "a-secret-of-more-than-16-bytes" }, ["auth_ambiguous  error"]],
  [{ provider: "sns", secret: "a-secret-of-more-than-16-bytes" }, ["auth_incomplete secret error"]],
  [{ ...AUTH, audience: "x" }, ["field_without_effect audience warning"]],
  [{ topics: [TOPIC] }, ["auth_incomplete topics error"]],
  [
    { provider: "netlify", secret: "a-secret-of-more-than-16-bytes", confirm: true },
    ["field_without_effect confirm warning"],
  ],
])("compileSns() finds what is wrong with %j", (auth, problems) => {
  expect(listOf(auth)).toEqual(problems);
});

test("linkAuth() requires the port that fetches certificates for SNS", () => {
  expect(listOf(AUTH, { keys: undefined })).toEqual(["keys_port_missing  error"]);
});

test("verifySns() reports a certificate as unavailable if the runtime refuses its key", async () => {
  const days = { notBefore: NOW - DAY, notAfter: NOW + 9 * DAY };
  const service = createFakeService({ [CERTIFICATE_URL]: certificatePem({ key: RSA, ...days }) });
  const crypto = {
    ...webCrypto,
    publicKey: () => {
      throw new RangeError("no");
    },
  };
  const route = authOf(AUTH, { keys: service.keys, timer: noTimer, crypto });
  expect(await check(route, { text: signSns(notification()) })).toBe("keys_unavailable");
});

test.each([
  ["a JSON object", new TextEncoder().encode('{"a":1}'), { a: 1 }],
  ["a text that is not JSON", new TextEncoder().encode("{"), undefined],
  ["bytes that are not UTF-8", Uint8Array.of(0x22, 0xff, 0x22), undefined],
])("parseMessage() reads %s", (_, body, value) => {
  expect(parseMessage(body)).toEqual(value);
});
