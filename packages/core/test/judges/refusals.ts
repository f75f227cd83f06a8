// A request that our verifier accepts → what it has to refuse of it: one test for each way to change it.
import { expect, test } from "vitest";
import { decodeKey } from "../../src/auth/decode-key.ts";
import type { SignatureScheme } from "../../src/model/auth/route-auth.ts";
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

  test(refuses("a changed body"), async () => {
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

  test(refuses("a header that is missing, and one that came twice"), async () => {
    const sent = await send();
    const results = neededHeaders(scheme, sent).map(async (name) => {
      const { [name]: value, ...rest } = sent.headers as Record<string, string>;
      const twice = { ...rest, [name]: [value as string, value as string] };
      const missing = await verifyOurs(scheme, { secrets, sent: { ...sent, headers: rest } });
      const doubled = await verifyOurs(scheme, { secrets, sent: { ...sent, headers: twice } });
      return [missing.ok, doubled.ok];
    });
    expect(results.length).toBeGreaterThan(0);
    expect((await Promise.all(results)).flat()).not.toContain(true);
  });

  test(refuses("another secret, and an empty one"), async () => {
    const other = [keyFor(scheme, 8).shown];
    const result = await verifyOurs(scheme, { secrets: other, sent: await send() });
    expect(result).toEqual({ ok: false, code: "signature_wrong" });
    const { key: form, algorithm } = scheme;
    expect(decodeKey(" ", { form, algorithm }).ok).toBe(false);
  });

  test(`verifySignature() for ${title}: accepts the old secret beside the new one`, async () => {
    const both = [keyFor(scheme, 8).shown, key.shown];
    const result = await verifyOurs(scheme, { secrets: both, sent: await send() });
    expect(result).toMatchObject({ ok: true, keyIndex: 1 });
  });

  const { timestamp } = scheme;
  if (timestamp === undefined) return;

  test(refuses("a time stamp of the past and of the future"), async () => {
    const sent = await send();
    const away = timestamp.toleranceSeconds * 1000 + 2000;
    const late = await verifyOurs(scheme, { secrets, sent, receivedAt: sent.sentAt + away });
    const early = await verifyOurs(scheme, { secrets, sent, receivedAt: sent.sentAt - away });
    expect(late).toEqual({ ok: false, code: "timestamp_too_old" });
    expect(early).toEqual({ ok: false, code: "timestamp_in_future" });
  });
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
