// The SDKs of vendors verify what signRequest makes, and sign for our verifier.
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { type Judge, SDK_JUDGES, versionOf } from "../../../conformance/judges/sdks.mjs";
import {
  FORM,
  fullUrl,
  type JudgedKey,
  keyFor,
  PLAIN_BODY,
  type SentRequest,
  schemeOf,
  signOurs,
  verifyOurs,
} from "./judged.ts";
import { changeBody, testRefusals } from "./refusals.ts";

// Paddle's library wants a request within 5 s: a busy machine may take longer.
beforeAll(() => void vi.useFakeTimers({ toFake: ["Date"], now: Date.now() }));
afterAll(() => void vi.useRealTimers());

const isAccepted = async (judge: Judge, sent: SentRequest, key: JudgedKey): Promise<boolean> => {
  const { headers, body, sentAt } = sent;
  const rest = { secret: key.shown, url: fullUrl(sent), method: "POST", id: "msg_1" };
  try {
    return (await judge.verify({ headers, body, sentAt, ...rest })) !== false;
  } catch {
    return false;
  }
};

for (const judge of SDK_JUDGES) {
  const by = `${judge.library}@${versionOf(judge.library)}`;
  for (const provider of judge.providers) testJudge(judge, { by, provider });
}

function testJudge(judge: Judge, { by, provider }: { by: string; provider: string }): void {
  // A form is signed field by field, and other bodies by their hash.
  const contentTypes = provider === "twilio" ? [FORM, "application/json"] : ["application/json"];
  const scheme = schemeOf(provider);
  const key = keyFor(scheme);
  for (const contentType of contentTypes) {
    const kind = contentTypes.length === 1 ? "" : ` (${contentType})`;
    const body = judge.rewritesBody === true ? { body: PLAIN_BODY } : {};
    const ours = (sentAt = Date.now()) => signOurs(scheme, { key, sentAt, contentType, ...body });

    test(`signRequest() for ${provider}: ${by} accepts it${kind}`, async () => {
      expect(await isAccepted(judge, await ours(), key)).toBe(true);
    });

    test(`signRequest() for ${provider}: ${by} refuses it changed${kind}`, async () => {
      const sent = await ours();
      expect(await isAccepted(judge, { ...sent, body: changeBody(sent) }, key)).toBe(false);
      expect(await isAccepted(judge, sent, keyFor(scheme, 8))).toBe(false);
    });

    if (judge.checksTime === true) {
      test(`signRequest() for ${provider}: ${by} refuses it an hour later`, async () => {
        expect(await isAccepted(judge, await ours(Date.now() - 3_600_000), key)).toBe(false);
      });
    }

    if (judge.sign === undefined) {
      testRefusals(`${provider}${kind}`, { scheme, key, send: ours });
      continue;
    }

    const theirs = async (): Promise<SentRequest> => {
      const sent = await ours();
      const signed = await judge.sign?.({
        secret: key.shown,
        body: sent.body,
        headers: { "content-type": contentType },
        url: fullUrl(sent),
        method: "POST",
        sentAt: sent.sentAt,
        id: "msg_1",
      });
      return { ...sent, headers: { "content-type": contentType, ...signed } };
    };

    test(`verifySignature() for ${provider}: accepts what ${by} signs${kind}`, async () => {
      const result = await verifyOurs(scheme, { secrets: [key.shown], sent: await theirs() });
      expect(result).toMatchObject({ ok: true, keyIndex: 0 });
    });

    testRefusals(`${provider} (signed by ${by})${kind}`, { scheme, key, send: theirs });
  }
}
