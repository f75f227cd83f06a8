// A request that our verifier accepts → what it has to refuse of it: one test for each way to change it.
import { expect, test } from "vitest";
import type { SignatureScheme } from "../../../signatures/src/model.ts";
import { decodeKey } from "../../../signatures/src/serving/decode-key.ts";
import {
  FORM,
  type JudgedKey,
  keyFor,
  neededHeaders,
  type SentRequest,
  verifyOurs,
} from "./judged.ts";

export interface Refusals {
  readonly scheme: SignatureScheme;
  readonly key: JudgedKey;
  readonly send: () => Promise<SentRequest>;
}

/** `title` names the vendor and what it sends. */
export function testRefusals(title: string, { scheme, key, send }: Refusals): void {
  const secrets = [key.shown];
  const refuses = (what: string) => `verifySignature() for ${title}: refuses ${what}`;

  const signsBody = /\{(?:body|form|json)\b/.test(scheme.signed);
  test.runIf(signsBody)(refuses("a changed body"), async () => {
    const sent = await send();
    // The second holds the same values: what counts are the bytes.
    for (const body of [changeBody(sent), `${sent.body} `]) {
      const changed = { ...sent, body };
      expect(await verifyOurs(scheme, { secrets, sent: changed })).toMatchObject({ ok: false });
    }
  });

  test(refuses("a changed signature"), async () => {
    const sent = await send();
    const [name] = neededHeaders(scheme, sent) as [string];
    const headers = { ...sent.headers, [name]: changeSignature(sent.headers[name] as string) };
    const result = await verifyOurs(scheme, { secrets, sent: { ...sent, headers } });
    expect(result).toMatchObject({ ok: false });
  });

  for (const [what, copies] of [
    ["a missing header", 0],
    ["a header that came twice", 2],
  ] as const) {
    test(refuses(what), async () => {
      const sent = await send();
      const results = neededHeaders(scheme, sent).map(async (name) => {
        const { [name]: value, ...rest } = sent.headers as Record<string, string>;
        const headers =
          copies === 0 ? rest : { ...rest, [name]: [value as string, value as string] };
        return (await verifyOurs(scheme, { secrets, sent: { ...sent, headers } })).ok;
      });
      expect(results.length).toBeGreaterThan(0);
      expect(await Promise.all(results)).not.toContain(true);
    });
  }

  test(refuses("another secret"), async () => {
    const other = [keyFor(scheme, 8).shown];
    const result = await verifyOurs(scheme, { secrets: other, sent: await send() });
    expect(result).toEqual({ ok: false, code: "signature_wrong" });
  });

  test(refuses("an empty secret"), () => {
    const { key: form, algorithm } = scheme;
    for (const text of ["", " "]) expect(decodeKey(text, { form, algorithm }).ok).toBe(false);
  });

  test(`verifySignature() for ${title}: accepts the old secret beside the new one`, async () => {
    const both = [keyFor(scheme, 8).shown, key.shown];
    const result = await verifyOurs(scheme, { secrets: both, sent: await send() });
    expect(result).toMatchObject({ ok: true, keyIndex: 1 });
  });

  const { timestamp } = scheme;
  if (timestamp === undefined || timestamp.isUnchecked) return;

  for (const [what, direction, code] of [
    ["a time stamp of the past", 1, "timestamp_too_old"],
    ["a time stamp of the future", -1, "timestamp_in_future"],
  ] as const) {
    test(refuses(what), async () => {
      const sent = await send();
      const away = timestamp.toleranceSeconds * 1000 + 2000;
      const receivedAt = sent.sentAt + direction * away;
      const result = await verifyOurs(scheme, { secrets, sent, receivedAt });
      expect(result).toEqual({ ok: false, code });
    });
  }
}

export function changeBody({ headers, body }: SentRequest): string {
  return headers["content-type"] === FORM
    ? body.replace("Body=a", "Body=b")
    : body.replace('"n":1', '"n":2');
}

/** One character within the signature, at whose end there may be padding. */
function changeSignature(value: string): string {
  const at = value.length - 6;
  return `${value.slice(0, at)}${value[at] === "a" ? "b" : "a"}${value.slice(at + 1)}`;
}
