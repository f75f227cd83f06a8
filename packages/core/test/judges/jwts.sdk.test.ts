// Libraries sign tokens as vendors do: our verifier accepts them, and refuses what is changed.
import { expect, test } from "vitest";
import { JWT_JUDGES } from "../../../conformance/judges/jwts.mjs";
import type { AuthResult } from "../../../signatures/src/model.ts";
import { safeCompileHooks } from "../../src/compile-hooks.ts";
import { JSON_BODY, PUBLIC_URL } from "./judged.ts";

const SECRET = "secret-of-32-characters-\u00e9";
const QUERY = "b=2&a=1&a=%27x+y%27&c=%C3%A9!";

interface Sent {
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly query?: string;
  readonly secrets?: readonly string[];
  readonly receivedAt?: number;
}

const sentAt = Date.now();

async function verify(provider: string, sent: Sent): Promise<AuthResult> {
  const { headers, body = JSON_BODY, query = QUERY, secrets = [SECRET] } = sent;
  const auth = { provider, secrets, publicUrl: PUBLIC_URL };
  const mappings = [{ match: { path: "x" }, messageTemplate: "x", auth }];
  const token = "f3b1a3c5d7e9f1a3c5d7e9f1a3c5d7e9";
  const result = safeCompileHooks({ hooks: { enabled: true, token, mappings } });
  if (!result.ok) throw new Error(JSON.stringify(result.problems));
  const { receivedAt = sentAt } = sent;
  const request = { method: "POST", target: `/inner?${query}`, headers, receivedAt };
  const check = result.hooks.endpoint("x")?.auth?.check;
  return (await check?.({ ...request, body: Buffer.from(body) })) as AuthResult;
}

for (const { provider, library, headers: sign, binds } of JWT_JUDGES) {
  const title = (what: string) => `verifyJwt() for ${provider}: ${what}`;
  const url = `${PUBLIC_URL}?${QUERY}`;
  const send = () => sign({ secret: SECRET, body: JSON_BODY, url, ms: sentAt });

  test(title(`accepts what ${library} signs`), async () => {
    expect(await verify(provider, { headers: await send() })).toMatchObject({
      ok: true,
      keyIndex: 0,
    });
  });

  test(title("accepts the old secret beside the new one"), async () => {
    const secrets = ["another-secret-of-28-characters", SECRET];
    expect(await verify(provider, { headers: await send(), secrets })).toMatchObject({
      keyIndex: 1,
    });
  });

  test(title("refuses another secret, a changed token and none"), async () => {
    const headers = await send();
    const [[name, value]] = Object.entries(headers) as [[string, string]];
    const other = await verify(provider, { headers, secrets: ["another-secret-of-28-characters"] });
    expect(other).toEqual({ ok: false, code: "signature_wrong" });
    const changed = { [name]: value.replace(/.{6}$/, "AAAAAA") };
    expect(await verify(provider, { headers: changed })).toMatchObject({ ok: false });
    expect(await verify(provider, { headers: {} })).toMatchObject({ code: "signature_missing" });
  });

  if (binds.includes("body")) {
    test(title("refuses a changed body"), async () => {
      const result = await verify(provider, { headers: await send(), body: `${JSON_BODY} ` });
      expect(result).toEqual({ ok: false, code: "body_hash_wrong" });
    });
  }
  if (binds.includes("url")) {
    test(title("refuses a changed query"), async () => {
      const result = await verify(provider, { headers: await send(), query: `${QUERY}&d=1` });
      expect(result).toEqual({ ok: false, code: "body_hash_wrong" });
    });
  }
  if (provider !== "netlify") {
    test(title("refuses a token of an hour ago"), async () => {
      const result = await verify(provider, {
        headers: await send(),
        receivedAt: sentAt + 3_600_000,
      });
      expect(result).toEqual({ ok: false, code: "timestamp_too_old" });
    });
  }
}
