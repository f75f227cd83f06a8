import fc from "fast-check";
import { expect, test } from "vitest";
import type { SecretInput } from "../../generated/config-types.ts";
import type { SecretReference, Secrets } from "../../model/ports.ts";
import { findWrapping } from "./find-wrapping.ts";
import { readSecret } from "./read-secret.ts";

const PATH = ["hooks", "token"];
const stored: Readonly<Record<string, string>> = {
  '{"env":"TOKEN"}': "from env",
  '{"env":"A"}': "${B}",
  '{"env":"B"}': "b",
  '{"env":"DOLLARS"}': "$& $1 $$",
  '{"env":"SPACES"}': "  trimmed\n",
  '{"env":"BLANK"}': " \n",
  '{"file":"/run/token"}': "from file\n",
  '{"source":"exec","provider":"vault","id":"hooks/token"}': "from exec",
};
const secrets: Secrets = (reference) => stored[JSON.stringify(reference)];

function secretOf(input: SecretInput): string | undefined {
  const reading = readSecret(input, PATH, secrets);
  return reading.ok ? reading.secret : undefined;
}

test.each<[SecretInput, string]>([
  ["literal", "literal"],
  ["  literal\n", "literal"],
  ["", ""],
  ["$TOKEN {TOKEN} ${} ${1A} ${a-b}", "$TOKEN {TOKEN} ${} ${1A} ${a-b}"],
  ["${TOKEN}", "from env"],
  ["Bearer ${TOKEN}-${B}", "Bearer from env-b"],
  ["${B}${B}", "bb"],
  ["${SPACES}", "trimmed"],
  [{ env: "TOKEN" }, "from env"],
  [{ file: "/run/token" }, "from file"],
  [{ source: "exec", provider: "vault", id: "hooks/token" }, "from exec"],
])("readSecret() reads %j", (input, secret) => {
  expect(secretOf(input)).toBe(secret);
});

test("readSecret() takes a secret as it is: nothing in it is a placeholder or a pattern", () => {
  expect(secretOf("${A}${B}")).toBe("${B}b");
  expect(secretOf("${DOLLARS}")).toBe("$& $1 $$");
});

test("readSecret() hands references to the port as they were written", () => {
  const asked: SecretReference[] = [];
  const port: Secrets = (reference) => {
    asked.push(reference);
    return "s";
  };
  const references = [{ env: "A" }, { file: "f" }, { source: "env", id: "B" }];
  for (const input of ["${C}", ...references]) readSecret(input, PATH, port);
  expect(asked).toEqual([{ env: "C" }, ...references]);
});

test.each<[SecretInput, string]>([
  ["x${MISSING}", "the environment variable MISSING"],
  ["${TOKEN}${MISSING}", "the environment variable MISSING"],
  [{ env: "MISSING" }, "the environment variable MISSING"],
  [{ env: "BLANK" }, "the environment variable BLANK"],
  [{ file: "/none" }, "the file /none"],
  [{ source: "env", id: "MISSING" }, "the env secret MISSING"],
])("readSecret() says what is missing of %j", (input, what) => {
  expect(readSecret(input, PATH, secrets)).toEqual({
    ok: false,
    problem: {
      code: "secret_missing",
      severity: "error",
      path: PATH,
      message: `hooks.token refers to ${what}, which is not set or cannot be read.`,
      hint: `Set ${what}.`,
    },
  });
});

test("readSecret() takes a port that throws for one without the secret, and does not quote it", () => {
  const fail = () => {
    throw new Error("hunter2");
  };
  const port: Secrets = Object.assign(fail, { hintFor: fail });
  const reading = readSecret({ env: "A" }, ["hooks", "gmail", "pushToken"], port);
  expect(reading).toMatchObject({
    ok: false,
    problem: {
      code: "secret_missing",
      path: ["hooks", "gmail", "pushToken"],
      hint: "Set the environment variable A.",
    },
  });
  expect(JSON.stringify(reading)).not.toContain("hunter2");
});

test("readSecret() asks for a port if there is none", () => {
  expect(readSecret("${TOKEN}", PATH)).toMatchObject({
    ok: false,
    problem: { code: "secret_missing", hint: expect.stringContaining("pass the option `secrets`") },
  });
  expect(readSecret("literal", PATH)).toEqual({ ok: true, secret: "literal", wasTrimmed: false });
});

test("readSecret() refuses a source that it does not know, without asking the port", () => {
  const reading = readSecret({ source: "vault", id: "hooks/token" }, PATH, () => "s");
  expect(reading).toEqual({
    ok: false,
    problem: {
      code: "secret_source_unknown",
      severity: "error",
      path: PATH,
      message: "hooks.token names a secret source that is not known.",
      hint: "Known sources: env, file, exec.",
    },
  });
});

test.each([
  "d41d8cd98f00b204e9800998ecf8427e",
  "D41D8CD98F00B204E9800998ECF8427E",
  "Zk3_aQ9xLp27",
  "a-token-with-dashes",
])("readSecret() does not repeat %s, a token in the place of a variable's name", (token) => {
  for (const written of [{ env: token }, { source: "env", id: token }, `\${${token}}`]) {
    if (typeof written === "string" && token.includes("-")) continue;
    const result = readSecret(written, ["hooks", "token"], () => undefined);
    expect(result).toMatchObject({ ok: false, problem: { code: "secret_missing" } });
    expect(JSON.stringify(result)).not.toContain(token);
  }
});

test.each(["HOOK_TOKEN", "hook_token", "T", "_TOKEN", "OPENCLAW_HOOK_TOKEN_2"])(
  "readSecret() names the variable %s, which is not set",
  (name) => {
    const result = readSecret({ env: name }, ["hooks", "token"], () => undefined);
    expect(JSON.stringify(result)).toContain(`the environment variable ${name}, which is not set`);
  },
);

test.each([
  "Zk3vQ9xR7mT2bW8nJ4hL6pY1cD5sF0gA",
  "d41d8cd98f00b204e9800998ecf8427e",
  "Zk3_aQ9xLp27",
  "qwrtzpsdfghjklxcvbnmqwrt",
  `gl${"pat-"}mT2bW8nJ4hL6pY1cD5sF`,
  "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.dozjgNryP4J3jVmNHl0w5N",
  "/K7mDENg/bPxRfiCYk3mPLeKEY",
  "wJalrXUtnFEMI/K7mDENg/bPxRfiCYk3mPLeKEY",
  "./Zk3vQ9xR7mT2",
])("readSecret() does not repeat %s, a token in the place of a path or a name", (token) => {
  for (const written of [{ file: token }, { source: "exec", provider: "vault", id: token }]) {
    const result = readSecret(written, ["hooks", "token"], () => undefined);
    expect(result).toMatchObject({
      ok: false,
      problem: {
        code: "secret_missing",
        message: expect.stringMatching(/^hooks\.token refers to .* that may be a secret\.$/),
      },
    });
    expect(JSON.stringify(result)).not.toContain(token);
  }
});

test.each([
  "",
  "token",
  "hook-token",
  "HookToken2.txt",
  "./secrets/hook_token.2026-01-02",
  "../x509/key.pem",
  "~/.config/hookwright/token",
  "/run/secrets/hook-token",
  "/var/run/secrets/..2026_01_02_12_30_45.123456789/token",
  "/tmp/hookwright-aB3dE9/files/token",
  "C:\\Users\\Ann Lee\\token.txt",
  "/home/jürgen/geheim",
])("readSecret() names the file %s, which is not there", (file) => {
  const result = readSecret({ file }, ["hooks", "token"], () => undefined);
  expect(result).toMatchObject({
    problem: { message: expect.stringContaining(`the file ${file}, which is not set`) },
  });
});

test("readSecret() names the entry of a store, which is not there", () => {
  for (const id of ["/hooks/token", "kv/hooks#token", "HOOK_TOKEN"]) {
    const result = readSecret({ source: "exec", id }, ["hooks", "token"], () => undefined);
    expect(JSON.stringify(result)).toContain(`the exec secret ${id}, which is not set`);
  }
});

test.each([
  ["${HOOK_TOKEN}", "HOOK_TOKEN"],
  ["$HOOK_TOKEN", "HOOK_TOKEN"],
  ["%HOOK_TOKEN%", "HOOK_TOKEN"],
  ["env:HOOK_TOKEN", "HOOK_TOKEN"],
  ["${env.HOOK_TOKEN}", "HOOK_TOKEN"],
  ["process.env.HOOK_TOKEN", "HOOK_TOKEN"],
])("readSecret() refuses { env: %j }, and says to write the name once", (env, name) => {
  expect(readSecret({ env }, ["hooks", "token"], () => "unread")).toMatchObject({
    ok: false,
    problem: {
      code: "invalid_value",
      severity: "error",
      hint: `Write { "env": "${name}" }: only the name, once.`,
      change: { kind: "replace", value: { env: name }, safe: true },
    },
  });
});

test.each([
  ["file:./token", "./token"],
  ["file:///run/secrets/token", "/run/secrets/token"],
])("readSecret() refuses { file: %j }, and says to write the path once", (file, path) => {
  expect(readSecret({ file }, ["hooks", "token"], () => "unread")).toMatchObject({
    problem: { code: "invalid_value", change: { value: { file: path }, safe: true } },
  });
});

test("readSecret() does not guess whether a variable in a path holds the secret or the path", () => {
  const result = readSecret({ file: "${HOOK_TOKEN}" }, ["hooks", "token"], () => "unread");
  expect(result).toMatchObject({
    problem: { code: "invalid_value", hint: expect.stringContaining('{ "env": "NAME" }') },
  });
  expect(result).not.toHaveProperty("problem.change");
});

// Secrets with what was copied beside them.

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
  [`${SECRET} # of the old account`, "a comment after it"],
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
  "sk_live_51Hn=",
  "c2VjcmV0IG9mIG1pbmU=",
  "correct horse battery staple",
  "token of my great esteem",
  '"quoted" inside',
  "a=b",
  "{not json",
  "123456:ABC-DEF1234ghIkl-zyx57W2v1u123ew11",
  "xoxb-1234-5678-abcdef",
  "Ünïcödé-secret-of-mine",
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

test("findWrapping() accepts any text if any is allowed", () => {
  for (const text of [
    `"${SECRET}"`,
    `Bearer ${SECRET}`,
    '{"type":"service_account"}',
    "A=b\nC=d",
  ]) {
    expect(findWrapping(text, "text")).toBe(undefined);
  }
});
