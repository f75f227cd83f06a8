// Vendors that publish their keys, with a key service of our own.
import { expect, test } from "vitest";
import { certificatePem } from "../../../core/test/auth/certificates.ts";
import { createFakeService } from "../../../core/test/auth/key-services.ts";
import { NOW } from "../../../core/test/auth/requests.ts";
import {
  CERTIFICATE_URL,
  confirmation,
  notification,
  SUBSCRIBE_URL,
  signSns,
  TOPIC,
} from "../../../core/test/auth/sns.ts";
import { EC, RSA, SECONDS_NOW, signToken } from "../../../core/test/auth/tokens.ts";
import { pubsub, sns } from "../vendors/generated/senders.ts";
import { handshake } from "./handshake.ts";
import { verify } from "./verify.ts";

const clock = () => NOW;

function amazon() {
  const pem = certificatePem({ key: RSA });
  const { keys, asked } = createFakeService({ [CERTIFICATE_URL]: pem, [SUBSCRIBE_URL]: "<ok/>" });
  return { options: { clock, keys }, asked };
}

const partsOf = (body: string) => ({ headers: {}, body });

test("verify() takes messages of SNS for its topics, and fetches the certificate once", async () => {
  const { options, asked } = amazon();
  const sender = sns({ topics: [TOPIC], toleranceSeconds: 1e9 });
  const parts = partsOf(signSns(notification()));
  for (let count = 0; count < 2; count++) {
    const result = await verify(parts, sender, options);
    expect(result).toMatchObject({ ok: true, deliveryId: notification().MessageId });
  }
  expect(asked).toEqual([CERTIFICATE_URL]);
  const changed = partsOf(signSns(notification(), { changes: { Message: "other" } }));
  expect(await verify(changed, sender, options)).toMatchObject({ code: "signature_wrong" });
  const other = sns({ topics: [`${TOPIC}-2`] });
  expect(await verify(parts, other, options)).toMatchObject({ code: "topic_wrong" });
});

test("handshake() confirms a subscription of SNS only with confirm, and only a signed one", async () => {
  const { options, asked } = amazon();
  const sender = sns({ topics: [TOPIC], toleranceSeconds: 1e9, confirm: true });
  const forged = partsOf(signSns(confirmation(), { changes: { Message: "other" } }));
  expect(await handshake(forged, sender, options)).toBeUndefined();
  expect(asked).not.toContain(SUBSCRIBE_URL);
  const right = partsOf(signSns(confirmation()));
  const careful = sns({ topics: [TOPIC], toleranceSeconds: 1e9 });
  expect(await handshake(right, careful, options)).toMatchObject({ status: 200 });
  expect(asked).not.toContain(SUBSCRIBE_URL);
  expect(await handshake(right, sender, options)).toMatchObject({ status: 200 });
  expect(asked).toContain(SUBSCRIBE_URL);
});

test("verify() takes tokens of Google for its audience and account", async () => {
  const jwk = { ...RSA.publicKey.export({ format: "jwk" }), kid: "one", alg: "RS256", use: "sig" };
  const url = "https://www.googleapis.com/oauth2/v3/certs";
  const { keys } = createFakeService({ [url]: JSON.stringify({ keys: [jwk] }) });
  const claims = {
    iss: "https://accounts.google.com",
    aud: "https://hooks.example.com/mail",
    email: "push@project.iam.gserviceaccount.com",
    email_verified: true,
    iat: SECONDS_NOW,
    exp: SECONDS_NOW + 3_600,
  };
  const send = (changes: object = {}, key = RSA) => {
    const token = signToken(
      { ...claims, ...changes },
      { key: key.privateKey, header: { kid: "one" } },
    );
    const headers = { authorization: `Bearer ${token}` };
    const sender = pubsub({ audience: claims.aud, email: claims.email });
    return verify({ headers, body: '{"message":{"messageId":"7"}}' }, sender, { clock, keys });
  };
  expect(await send()).toMatchObject({ ok: true, deliveryId: "7" });
  expect(await send({ aud: "other" })).toMatchObject({ code: "audience_wrong" });
  expect(await send({ email: "other" })).toMatchObject({ code: "claim_wrong" });
  expect(await send({ exp: SECONDS_NOW - 3_600 })).toMatchObject({ ok: false });
  expect(await send({}, EC)).toMatchObject({ code: "algorithm_wrong" });
});
