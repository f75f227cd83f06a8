// Secrets with what was copied beside them.
import fc from "fast-check";
import { expect, test } from "vitest";
import { findWrapping } from "./find-wrapping.ts";
import { readSecret } from "./read-secret.ts";

const SECRET = "9bJ4kQw7xT2mV8pL3nR6";
const PUBLIC_PEM =
  "-----BEGIN PUBLIC KEY-----\nMCowBQYDK2VwAyEAGb9ECWmEzf6FQbrBZ9w7lshQhqowtrbLDFw4rXAxZuE=\n-----END PUBLIC KEY-----";
const base64 = (text: string) => btoa(text);

test.each([
  // Quotes, as env files have them.
  [`"${SECRET}"`, "quotes"],
  [`'${SECRET}'`, "quotes"],
  [`\`${SECRET}\``, "quotes"],
  [`“${SECRET}”`, "quotes"],
  ['"whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"', "quotes"],
  // Names.
  [`HOOK_TOKEN=${SECRET}`, "a name in front"],
  [`export HOOK_TOKEN=${SECRET}`, "a name in front"],
  [`export KEY="${SECRET}"`, "a name in front"],
  [`set A=${SECRET}`, "a name in front"],
  [`$env:HOOK = "${SECRET}"`, "a name in front"],
  [`# mine\n\nHOOK=${SECRET}\nOTHER=1`, "a name in front"],
  [`TOKEN=${SECRET}`, "a name in front"],
  [`github_secret = ${SECRET}`, "a name in front"],
  [`token: ${SECRET}`, "a name in front"],
  [`?token=${SECRET}`, "a name in front"],
  [`X-Gateway-Token: ${SECRET}`, "a name in front"],
  [`Authorization: Bearer ${SECRET}`, "a name in front"],
  // Schemes.
  [`Bearer ${SECRET}`, "the scheme of a header"],
  [`bearer  ${SECRET}`, "the scheme of a header"],
  [`Basic ${base64("user:password")}`, "the scheme of a header"],
  [`Bot ${SECRET}`, "the scheme of a header"],
  // Whole documents.
  [`{"token":"${SECRET}"}`, "JSON document"],
  [`["${SECRET}"]`, "JSON document"],
  [PUBLIC_PEM, "PEM"],
  [PUBLIC_PEM.replaceAll("\n", "\\n"), "PEM"],
  ["-----BEGIN OPENSSH PRIVATE KEY-----\nabc\n-----END OPENSSH PRIVATE KEY-----", "PEM"],
  // Line breaks.
  [`${SECRET}\n${SECRET}`, "several lines"],
  [`${SECRET}\\n`, "written as \\n"],
  [base64(`${SECRET}\n`), "the base64 of a text"],
  [base64(`${SECRET}\r\n`).replace(/=+$/, ""), "the base64 of a text"],
  [`${SECRET}\u200b`, "invisible"],
  [`${SECRET} # of the old account`, "a comment behind it"],
])("readSecret() refuses %j as a token, whether it is written or referred to", (text, what) => {
  const path = ["hooks", "token"];
  for (const input of [text, { env: "A" }, { file: "a" }] as const) {
    const read = readSecret(input, path, () => `${text}\n`);
    expect(read).toMatchObject({
      ok: false,
      problem: { code: "secret_wrapped", severity: "error" },
    });
    if (read.ok) continue;
    expect(read.problem.message).toContain(what);
    expect(JSON.stringify(read.problem)).not.toContain(SECRET);
  }
});

test.each([
  SECRET,
  "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw",
  "v1,whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw",
  "sk_live_51Hn=",
  "c2VjcmV0IG9mIG1pbmU=",
  "QUJDREVGR0hJSktMTU5PUFFSU1RVVldYWVo==",
  "correct horse battery staple",
  "token of my great esteem",
  "It's a secret",
  '"quoted" inside',
  "a=b",
  "pa:ss",
  "{not json",
  "123456:ABC-DEF1234ghIkl-zyx57W2v1u123ew11",
  "xoxb-1234-5678-abcdef",
  "https://hooks.example.com/services/T0/B0/x?key=1",
  "Ünïcödé-secret-of-mine",
  "C:keys",
])("findWrapping() finds nothing around %j", (text) => {
  expect(findWrapping(text, "token")).toBe(undefined);
});

test.each(["=", ": ", " = "])(
  "readSecret() refuses a short name and %j before its value",
  (sign) => {
    for (const input of [{ env: "GH" }, "${GH}"]) {
      const read = readSecret(input, ["hooks", "token"], () => `GH${sign}${SECRET}`);
      expect(read).toMatchObject({ problem: { code: "secret_wrapped" } });
    }
    expect(readSecret({ env: "GH" }, ["hooks", "token"], () => `GH${SECRET}`).ok).toBe(true);
  },
);

test("findWrapping() finds nothing around random secrets in hexadecimal, base64 and letters", () => {
  const bytes = fc.uint8Array({ minLength: 16, maxLength: 64 });
  const toText = (value: Uint8Array) => String.fromCharCode(...value);
  fc.assert(
    fc.property(bytes, (value) => {
      const hex = Array.from(value, (byte) => byte.toString(16).padStart(2, "0")).join("");
      const isText = /^[ -~]+\r?\n$/.test(toText(value));
      for (const secret of [hex, btoa(toText(value)), `whsec_${btoa(toText(value))}`]) {
        if (!isText) expect(findWrapping(secret, "token")).toBe(undefined);
      }
    }),
  );
});

test("findWrapping() lets a public key have several lines, and refuses a private one", () => {
  expect(findWrapping(PUBLIC_PEM, "publicKey")).toBe(undefined);
  expect(findWrapping(PUBLIC_PEM.replaceAll("\n", "\\n"), "publicKey")).toBe(undefined);
  expect(findWrapping('{"kty":"OKP"}', "publicKey")).toBe(undefined);
  expect(findWrapping(`"${PUBLIC_PEM}"`, "publicKey")?.what).toContain("quotes");
  const key = PUBLIC_PEM.replaceAll("PUBLIC", "RSA PRIVATE");
  expect(findWrapping(key, "publicKey")?.what).toContain("a private key");
  expect(findWrapping(`PUBLIC_KEY=${PUBLIC_PEM}`, "publicKey")?.what).toContain("a name");
});

test("findWrapping() takes any text where any is allowed", () => {
  for (const text of [
    `"${SECRET}"`,
    `Bearer ${SECRET}`,
    '{"type":"service_account"}',
    "A=b\nC=d",
  ]) {
    expect(findWrapping(text, "text")).toBe(undefined);
  }
});
