// Requests with a secret in them, made by the runtime, for the check of tokens.
import { expect, test } from "vitest";
import { TOKEN_JUDGES } from "../../../conformance/judges/tokens.mjs";
import type { AuthResult } from "../../../signatures/src/model.ts";
import { compileTokenLocation, verifyToken } from "../../../signatures/src/serving/verify-token.ts";
import { findProvider } from "./judged.ts";

const TOKEN = "user:a-password-of-some-length";

async function verify(
  id: string,
  request: Request,
  tokens: readonly string[],
  twice: Readonly<Record<string, readonly string[]>> = {},
) {
  const place = compileTokenLocation(findProvider(id).token ?? {});
  if (place === undefined) throw new Error(`${id} has no token`);
  const headers = { ...Object.fromEntries(request.headers), ...twice };
  const body = new Uint8Array(await request.arrayBuffer());
  const { method } = request;
  const { pathname, search } = new URL(request.url);
  const sent = { method, target: pathname + search, headers, body, receivedAt: 0 };
  return verifyToken({ place, tokens }, sent) satisfies AuthResult;
}

for (const { provider, request } of TOKEN_JUDGES) {
  test(`verifyToken() for ${provider}: accepts the token in the place where the vendor sends it`, async () => {
    expect(await verify(provider, request(TOKEN), [TOKEN])).toEqual({ ok: true, keyIndex: 0 });
  });

  test(`verifyToken() for ${provider}: accepts the old secret beside the new one`, async () => {
    const replaced = await verify(provider, request(TOKEN), ["another", TOKEN]);
    expect(replaced).toEqual({ ok: true, keyIndex: 1 });
  });

  test(`verifyToken() for ${provider}: refuses another secret`, async () => {
    const results = [`${TOKEN}x`, TOKEN.toUpperCase(), ""].map((token) =>
      verify(provider, request(token), [TOKEN]),
    );
    expect((await Promise.all(results)).map(({ ok }) => ok)).toEqual([false, false, false]);
  });

  test(`verifyToken() for ${provider}: refuses an empty secret`, async () => {
    expect(await verify(provider, request(""), [""])).toMatchObject({ ok: false });
    expect(await verify(provider, request(""), [])).toMatchObject({ ok: false });
  });

  test(`verifyToken() for ${provider}: refuses a missing token`, async () => {
    const empty = new Request("https://hooks.example/in", { method: "POST", body: "{}" });
    const missing = await verify(provider, empty, [TOKEN]);
    expect(missing).toEqual({ ok: false, code: "token_missing" });
  });

  const { header, basic } = findProvider(provider).token ?? {};
  const name = basic === true ? "authorization" : header;
  if (name === undefined) continue;

  test(`verifyToken() for ${provider}: refuses a header that came twice`, async () => {
    const value = request(TOKEN).headers.get(name) ?? "";
    const twice = await verify(provider, request(TOKEN), [TOKEN], { [name]: [value, value] });
    expect(twice).toMatchObject({ ok: false });
  });
}
