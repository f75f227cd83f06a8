// `openssl dgst -hmac`, or Python, signs for our verifier as vendors without a library for Node do.
import { describe, expect, test } from "vitest";
import { skipTitle } from "../../../../tools/test-support/skip-title.mjs";
import { OPENSSL_JUDGES, type OpensslJudge } from "../../../conformance/judges/openssl.mjs";
import { findProgram, signWithProgram } from "../../../conformance/judges/sign-with-program.mjs";
import {
  FORM,
  fullUrl,
  keyFor,
  type SentRequest,
  schemeOf,
  signOurs,
  verifyOurs,
} from "./judged.ts";
import { testRefusals } from "./refusals.ts";

const program = findProgram();
const noProgram = program === undefined ? "neither openssl nor python3 is installed" : undefined;

// A machine without either cannot verify anything: CI has both.
describe.skipIf(program === undefined)(
  skipTitle(`verified by ${program ?? "a program"}`, noProgram),
  () => {
    for (const judge of OPENSSL_JUDGES) testJudge(judge, program ?? "openssl");
  },
);

function testJudge(judge: OpensslJudge, by: "openssl" | "python3"): void {
  const { provider, signedHeaders: headers = {}, query = "a=1&b=%27" } = judge;
  const scheme = schemeOf(provider);
  const key = keyFor(scheme);
  const contentType = provider === "mandrill" ? FORM : "application/json";
  const ours = (sentAt = Date.now()) =>
    signOurs(scheme, { key, sentAt, contentType, headers, query });

  const theirs = async (): Promise<SentRequest> => {
    const sent = await ours();
    const { body, sentAt } = sent;
    const rest = { url: fullUrl(sent), ms: sentAt, id: "msg_1", key: key.shown };
    const signed = signWithProgram(judge, { program: by, body, ...rest });
    return { ...sent, headers: { "content-type": contentType, ...signed } };
  };

  test(`verifySignature() for ${provider}: accepts what ${by} signs`, async () => {
    const result = await verifyOurs(scheme, { secrets: [key.shown], sent: await theirs() });
    expect(result).toMatchObject({ ok: true, keyIndex: 0 });
  });

  test(`signRequest() for ${provider}: makes a signature that ${by} makes, too`, async () => {
    const sent = await ours(1_700_000_000_000);
    const { body, sentAt } = sent;
    const rest = { url: fullUrl(sent), ms: sentAt, id: "msg_1", key: key.shown };
    const theirHeaders = Object.values(signWithProgram(judge, { program: by, body, ...rest }));
    const ourHeaders = Object.values({ ...sent.headers, "content-type": "" }).filter(Boolean);
    const piecesOf = (texts: readonly string[]) =>
      texts.flatMap((text) => text.toLowerCase().split(",").slice(-1));
    expect(new Set(piecesOf(ourHeaders))).toEqual(new Set(piecesOf(theirHeaders)));
  });

  testRefusals(`${provider} (signed by ${by})`, { scheme, key, send: theirs });
}
