import { createHmac, generateKeyPairSync } from "node:crypto";
import { join } from "node:path";
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { createTempDir, createTempFile } from "../../../../tools/test-support/temp-dir.ts";
import {
  type Expected,
  expectEnded,
  expectRun,
  hookwright,
} from "../../test/support/hookwright.ts";
import type { TestInput } from "../../test/support/test-io.ts";
// Loaded before a test counts its time: the command itself is imported when it runs.
import "./verify.ts";

const SECRET = "a-secret-of-more-than-16-bytes";
const OLDER = "an-older-secret-of-some-bytes";
const env = { NEW: SECRET, OLD: OLDER };
const DATE = "Tue, 14 Nov 2023 22:13:20 GMT";
const SECONDS = 1_700_000_000;

function capture(headers: Readonly<Record<string, string>>, body: string, line = "POST /hooks/x") {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  return [`${line} HTTP/1.1`, ...lines, "", body].join("\r\n");
}

function github(body: string, { secret = SECRET, signed = body, headers = {} } = {}): string {
  const hmac = createHmac("sha256", secret).update(signed).digest("hex");
  return capture({ date: DATE, "X-Hub-Signature-256": `sha256=${hmac}`, ...headers }, body);
}

function stripe(body: string, { time = SECONDS, headers = { date: DATE } } = {}): string {
  const hmac = createHmac("sha256", SECRET).update(`${time}.${body}`).digest("hex");
  return capture({ ...headers, "stripe-signature": `t=${time},v1=${hmac}` }, body);
}

async function verify(args: readonly string[], http: string | Uint8Array, input: TestInput = {}) {
  const file = createTempFile("r.http", http);
  const ended = await hookwright(["verify", "--http", file, ...args], { env, ...input });
  for (const secret of [SECRET, OLDER]) expect(ended.stdout + ended.stderr).not.toContain(secret);
  return ended;
}

/** The exit code, and words of the output, which it returns. */
async function expectShown(
  args: readonly string[],
  http: string | Uint8Array,
  expected: Expected,
): Promise<string> {
  const ended = await verify(args, http);
  expect(ended.stderr).toBe("");
  expectEnded(ended, expected);
  return ended.stdout;
}

const by = (provider: string, ...more: readonly string[]) => [
  ...["--provider", provider, "--secret-env", "NEW"],
  ...more,
];
const GITHUB = by("github", "--secret-env", "OLD");

test("verify() shows each step of a request that passes, and returns 0", async () => {
  await expectShown(GITHUB, github('{"a":1}', { secret: OLDER }), [
    0,
    /^passes github: secret 2 is right\n/,
    "request      POST /hooks/x, 2 headers, lines end in CRLF\n",
    "body         7 bytes, SHA-256 015abd7f5cc57a2dd94b7590f04ad8084273905ee33ec5cebeae62276a97f862",
    "checked at   2023-11-14T22:13:20.000Z, the Date header of the request\n",
    "signed by    HMAC, sha256, hex, over {body}; ",
    'signed text  7 bytes: "{"a":1}"\n',
    /signature 1 {2}\w{12}…\w{6}: secret 1 differs, secret 2 is right\n$/,
  ]);
});

test("verify() recognizes a line feed that an editor added, and returns 1", async () => {
  const http = github('{"a":1}\n', { signed: '{"a":1}', headers: { "content-length": "7" } });
  const stdout = await expectShown(GITHUB, http, [
    1,
    /^refused github: signature_wrong\n/,
    "length       The body is one byte longer than Content-Length: an editor",
    '8 bytes: "{"a":1}\\n"',
    "secret 1 differs, secret 2 differs",
    "It is right for the body without the line feed at its end: what was captured is not what was",
  ]);
  expect(stdout).not.toContain("No usual change");
});

test("verify() lists possible causes if nothing makes the signature right", async () => {
  const http = github("{}", { secret: "another" });
  await expectShown(GITHUB, http, [1, "or to the test mode instead of the live mode;"]);
});

test("verify() checks timestamps against the Date header, --at, or the clock", async () => {
  const at = (time: string) => by("stripe", "--at", time);
  await expectShown(by("stripe"), stripe("{}"), [0]);
  await expectShown(at("2023-11-15T22:13:20Z"), stripe("{}"), [
    1,
    "refused stripe: timestamp_too_old",
    "1700000000 = 2023-11-14T22:13:20.000Z, 86400 s before the check: outside of the tolerance of 300 s",
    "The signature is right, and only the time is wrong",
  ]);
  const early = /timestamp_in_future[\s\S]* s after the check: outside of/;
  await expectShown(at("2023-11-13"), stripe("{}"), [1, early]);
  const undated = stripe("{}", { headers: { date: "yesterday" } });
  await expectShown(by("stripe"), undated, [1, "the clock of this machine"]);
  const unit = "is near in milliseconds: the sender writes another unit.";
  await expectShown(by("stripe"), stripe("{}", { time: SECONDS * 1000 }), [
    1,
    "timestamp_in_future",
    unit,
  ]);
  const hour = await expectShown(at("2023-11-14T23:13:20Z"), stripe("{}"), [1]);
  expect(hour).not.toContain(unit);
});

test("verify() reports a timestamp in another unit, one that is not a time, and none", async () => {
  const hmac = createHmac("sha256", SECRET).update(`${SECONDS}.{}`).digest("hex");
  const http = (time: string) =>
    capture({ date: DATE, "workos-signature": `${time}v1=${hmac}` }, "{}");
  const near = "The timestamp is near in seconds: the sender writes another unit.";
  await expectShown(by("workos"), http(`t=${SECONDS}, `), [1, near]);
  await expectShown(by("workos"), http("t=soon, "), [1, "soon is not a time in milliseconds"]);
  await expectShown(by("workos"), http(""), [
    1,
    /time +missing\n[\s\S]*cannot be made: a part of it is missing\n/,
    "was compared with nothing",
  ]);
});

test.each([
  [`sha256=${"A".repeat(43)}=`, "1  AAAAAAAAAAAA…AAAAA= is not hex, but base64 or base64url"],
  ["sha256=zz", "zz is not hex\n"],
  ["sha256=00ff", "00ff (4 characters) does not have the length of a signature\n"],
  ["a".repeat(300), `${"a".repeat(200)}…\n`],
])("verify() reports what is wrong with the signature %s", async (value, words) => {
  await expectShown(GITHUB, capture({ date: DATE, "x-hub-signature-256": value }, "{}"), [
    1,
    words,
  ]);
});

test("verify() names the encoding in which a signature has the right length", async () => {
  const http = capture({ date: DATE, "x-shopify-hmac-sha256": "0".repeat(64) }, "{}");
  await expectShown(by("shopify"), http, [1, "the length of a signature; as hex it has"]);
});

test("verify() names headers that are missing, duplicated, or of another sender", async () => {
  const http = capture({ date: DATE, "X-Hub-Signature-256": "sha256=00" }, "{}");
  await expectShown(by("slack"), http, [
    1,
    "header       x-slack-signature is missing\n",
    /It has the header x-hub-signature-256, which these send: .*github/,
  ]);
  const twice = http.replace("X-Hub", "x-hub-signature-256: sha256=00\r\nX-Hub");
  await expectShown(GITHUB, twice, [1, "refused github: signature_repeated", "(came 2 times)"]);
});

test("verify() shows the id that is signed", async () => {
  const [BYTES, base64] = [Buffer.alloc(32, 7), Buffer.alloc(32, 7).toString("base64")];
  const standard = (id: string) => signedBy("standard-webhooks", BYTES, id);
  const given = { env: { NEW: `whsec_${base64}` } };
  const good = await verify(by("standard-webhooks"), standard("msg_1"), given);
  expect(good.stdout).toMatch(/id +msg_1\n/);
  const bad = await verify(by("standard-webhooks"), standard("a.b"), given);
  expect(bad.stdout).toMatch(/refused [\s\S]*id +id_malformed\n/);
  expect(await verify(by("standard-webhooks"), standard("msg_1"))).toMatchObject({
    exitCode: 2,
    stderr: expect.stringContaining("variable NEW is not base64, with or without whsec_"),
  });
});

test("verify() needs the URL of the hook for a vendor that signs it", async () => {
  const { exitCode, stderr } = await verify(by("square"), github("{}"));
  expect(exitCode).toBe(2);
  expect(stderr).toContain("The vendor signs the URL of the hook");
  expect(stderr).toContain("Write --public-url and the URL that the vendor was given.");
});

test("verify() compares tokens, and prints none", async () => {
  const telegram = ["--provider", "telegram", "--token-env", "NEW"];
  const http = (token: string) =>
    capture({ date: DATE, "x-telegram-bot-api-secret-token": token }, "{}");
  await expectShown(telegram, http(SECRET), [
    0,
    /^passes telegram: secret 1 is right\n/,
    "token in    the header x-telegram-bot-api-secret-token\n",
  ]);
  await expectShown(by("telegram"), http(SECRET), [0]);
  const short = "token 1     secret 1 differs: what was sent is shorter";
  await expectShown(telegram, http("x"), [1, short]);
  const none = capture({ date: DATE }, "{}");
  await expectShown(telegram, none, [1, "token       none was found there"]);
});

test.each([
  ["datadog", 'the header authorization, after "Bearer "'],
  ["monday", "the query parameter key"],
  ["figma", "the field passcode of the body"],
  ["postmark", "the header authorization: user:password, as in Basic"],
])("verify() shows where %s has its token", async (provider, position) => {
  const args = ["--provider", provider, "--token-env", "NEW"];
  await expectShown(args, capture({ date: DATE }, "{}"), [
    1,
    new RegExp(`token in +${position}\n`),
  ]);
});

test("verify() verifies with a public key from a file", async () => {
  const { publicKey: key } = generateKeyPairSync("ed25519");
  const hex = key.export({ format: "der", type: "spki" }).subarray(-32).toString("hex");
  const publicKey = createTempFile("key.pub", `${hex}\n`);
  const headers = { "x-signature-ed25519": "0".repeat(128), "x-signature-timestamp": `${SECONDS}` };
  const args = ["--provider", "discord", "--public-key-file", publicKey];
  await expectShown(args, capture({ date: DATE, ...headers }, "{}"), [
    1,
    "signed by    ed25519, hex, over {timestamp}{body}; the key is a public",
    "key 1 differs",
    "the public key may belong to another application",
  ]);
});

test("verify() reports that a request is a handshake", async () => {
  const query = `hub.mode=subscribe&hub.verify_token=${OLDER}&hub.challenge=abc`;
  const http = capture({ date: DATE }, "", `GET /hooks/x?${query}`);
  await expectShown(by("meta", "--verify-token-env", "OLD"), http, [
    0,
    'passes meta: the handshake "meta", which is answered',
    "GET /hooks/x, with a query,",
  ]);
  await expectShown(GITHUB, http, [1, "Hooks accept POST requests, and handshakes."]);
});

test("verify() warns that a handshake would sign the body for anybody", async () => {
  const hmac = createHmac("sha256", SECRET).update("abc").digest("base64");
  const http = capture({ date: DATE, "x-twitter-webhooks-signature": `sha256=${hmac}` }, "abc");
  const words = "the handshake of this sender signs such a text for anybody";
  await expectShown(by("x"), http, [1, words]);
});

test("verify() only reports how a body looks, without its text", async () => {
  const body = JSON.stringify('{"b":"do-not-show-this"}');
  const http = github(body, { secret: "another", headers: { "content-type": "text/plain" } });
  const stdout = await expectShown(GITHUB, http, [1]);
  const reasons = stdout.slice(stdout.indexOf("\n\n  The signature is wrong"));
  expect(reasons).toMatch(
    /Of the body as it was saved: it is a text in quotation marks.*written it so/,
  );
  expect(reasons).not.toMatch(/It is right for|do-not-show-this/);
});

function compressed(
  body: Uint8Array,
  { signed, ...headers }: Record<string, string> & { signed?: string },
) {
  const hmac = createHmac("sha256", SECRET);
  const value = `sha256=${hmac.update(signed ?? body).digest("hex")}`;
  const head = capture({ date: DATE, "x-hub-signature-256": value, ...headers }, "");
  return Buffer.concat([Buffer.from(head), body]);
}

const PLAIN = JSON.stringify({ a: "b".repeat(200) });
const NAMED = { "content-encoding": "gzip" };

test("verify() compares Content-Encoding with the body", async () => {
  const named = github(PLAIN, { secret: "another", headers: NAMED });
  const note = /encoding +Content-Encoding names gzip, and the body is not compressed: what/;
  await expectShown(GITHUB, named, [1, note]);
  const json = await verify([...GITHUB, "--json"], named);
  expect(JSON.parse(json.stdout).encodingNotes).toEqual([
    expect.stringContaining("the body is not compressed"),
  ]);
  const right = "The body is compressed with gzip, as Content-Encoding says.";
  await expectShown(GITHUB, compressed(gzipSync(PLAIN), NAMED), [0, right]);
});

test.each([
  ["gzip", gzipSync, NAMED],
  ["gzip", gzipSync, {}],
  ["br", brotliCompressSync, { "content-encoding": "identity, BR" }],
  ["deflate", deflateSync, { "content-encoding": "deflate" }],
  ["deflate", deflateRawSync, { "content-encoding": "deflate" }],
  ["gzip", gzipSync, { "content-encoding": "x-gzip" }],
] as const)("verify() says signed before %s, by %o", async (coding, compress, headers) => {
  const http = compressed(compress(PLAIN), { ...headers, signed: PLAIN });
  const words = `It is right for the body without its compression (${coding}): it was`;
  expect(await expectShown(GITHUB, http, [1, words])).not.toContain("No usual change");
});

test.each(["br", "deflate", "zstd", "aws-chunked", "identity"])(
  "verify() does not treat a body in %s as text",
  async (coding) => {
    const http = github("{}", { headers: { "content-encoding": coding } });
    const stdout = await expectShown(GITHUB, http, [0]);
    const isKnown = ["br", "deflate", "zstd"].includes(coding);
    expect(/encoding +(.*): what saved/.exec(stdout)?.[1]).toBe(
      isKnown ? `Content-Encoding names ${coding}, and the body is not compressed` : undefined,
    );
  },
);

const A = "https://a.example";
const square = (url: string) => by("square", "--public-url", url);

function squareRequest(url: string, headers: Record<string, string>, line = "POST /hooks/x") {
  const hmac = createHmac("sha256", SECRET).update(`${url}{}`).digest("base64");
  return capture({ date: DATE, "x-square-hmacsha256-signature": hmac, ...headers }, "{}", line);
}

const B = { Host: "b.example" };

test.each([
  [{}, `${A}/in/`],
  [B, "https://b.example/hooks/x"],
  [B, "https://b.example/in"],
  [{ "X-Forwarded-Host": "c.example, d.example" }, "https://d.example/in"],
  [{ ...B, "X-Forwarded-Proto": "http" }, "http://b.example/in"],
  [{ ...B, "X-Forwarded-Port": "8443" }, "https://b.example:8443/in"],
  [{ ...B, "X-Forwarded-Prefix": "/p/" }, "https://b.example/p/hooks/x"],
  [{ "X-Original-URI": "/old/x" }, `${A}/old/x`],
  [
    { Forwarded: 'for=1.2.3.4;host="e.example:444";proto=https, for=5' },
    "https://e.example:444/in",
  ],
])("verify() reports which publicUrl is right: with %j, %s", async (headers, url) => {
  const http = squareRequest(url, headers);
  const words = `It is right for the URL ${url}: write that as publicUrl, or correct`;
  await expectShown(square(`${A}/in`), http, [1, words]);
  // As the hint says.
  await expectShown(square(url), http, [0]);
});

test("verify() names no publicUrl if the signed query differs", async () => {
  const url = `${A}/in`;
  const added = await expectShown(square(url), squareRequest(url, {}, "POST /in?utm=1"), [
    1,
    `the URL ${url} without the query of the request: the query of the request differs`,
  ]);
  expect(added).not.toContain("write that as publicUrl");
  const lost = squareRequest(`${url}?shop=7`, { "X-Original-URI": "/in?shop=7" }, "POST /in");
  const words = `${url} with the query that the proxy was sent: the query of the`;
  await expectShown(square(url), lost, [1, words]);
  // As the hint says: the proxy passes the query as it came.
  const passed = squareRequest(`${url}?shop=7`, {}, "POST /in?shop=7");
  await expectShown(square(url), passed, [0]);
});

function sha1(body: string, { signed = body, value }: { signed?: string; value?: string } = {}) {
  const hmac = createHmac("sha1", SECRET).update(signed).digest("hex");
  return capture({ date: DATE, "X-Hub-Signature": value ?? `sha1=${hmac}` }, body);
}

test.each(["github", "meta"])("verify() reports that %s's SHA-256 was dropped", async (name) => {
  const stdout = await expectShown(by(name), sha1("{}"), [
    1,
    `refused ${name}: signature_missing`,
    "x-hub-signature-256 is missing, and x-hub-signature is there, which is SHA-1: GitHub and Meta send both, so a proxy or the tool that saved the request has dropped one.",
    "The SHA-1 is right under secret 1, so the secret and the body are",
  ]);
  expect(stdout).not.toContain("which these send");
});

test("verify() reports what the SHA-1 matches if it does not match the body", async () => {
  await expectShown(GITHUB, sha1("{}\n", { signed: "{}" }), [
    1,
    "The SHA-1 is wrong, too.",
    "It is right for the body without the line feed at its end: what was",
  ]);
  await expectShown(GITHUB, sha1('{"a":1,"b":2}', { signed: "other" }), [
    1,
    "as JSON.stringify writes JSON",
    "No usual change of the body",
  ]);
  const none = await expectShown(GITHUB, sha1("{}", { value: "sha1=zz" }), [
    1,
    "has dropped one. Let x-hub-signature-256 through: SHA-1 alone is not accepted.\n",
  ]);
  expect(none).not.toContain("The SHA-1 is");
});

test("verify() does not take Bitbucket's header for a SHA-1 of GitHub", async () => {
  const hmac = createHmac("sha256", SECRET).update("{}").digest("hex");
  const words = /It has the header x-hub-signature, which these send: .*bitbucket/;
  const stdout = await expectShown(GITHUB, sha1("{}", { value: `sha256=${hmac}` }), [1, words]);
  expect(stdout).not.toContain("SHA-1");
});

const HEX = "00112233445566778899aabbccddeeff00";
const BASE64 = Buffer.from(SECRET).toString("base64");
const WHSEC = `whsec_${BASE64}`;
const BASE64URL = "--__--__--__--__--__--__";
const [gh, standard] = [{ provider: "github" }, { provider: "standard-webhooks" }];
const WHOLE = { key: "utf8" };

/** What the hint says, an auth, the secret as it is written, what its sender signs with, and the fix. */
test.each<[string, object, string, string | Buffer, object]>([
  ["the text, not base64", { provider: "airtable" }, BASE64, BASE64, WHOLE],
  ["the text, not base64 behind whsec_", standard, WHSEC, WHSEC, WHOLE],
  ["base64, not the text", gh, BASE64, Buffer.from(SECRET), { key: "base64" }],
  ["base64 behind whsec_, not the text", gh, WHSEC, Buffer.from(SECRET), { key: "whsec" }],
  ["hexadecimal, not the text", gh, HEX, Buffer.from(HEX, "hex"), { key: "hex" }],
  ["the text, not hexadecimal", { ...gh, key: "hex" }, HEX, HEX, WHOLE],
  [
    "base64, not the text",
    gh,
    BASE64URL,
    Buffer.from(BASE64URL, "base64url"),
    { key: "base64", secret: "++//++//++//++//++//++//" },
  ],
  ["a part of it. Then write the secret without whsec_", gh, WHSEC, BASE64, { secret: BASE64 }],
  [
    'the text, not base64 behind whsec_. Then write "key": "utf8" beside "provider": "standard-webhooks" and write the secret without whsec_',
    standard,
    WHSEC,
    BASE64,
    { key: "utf8", secret: BASE64 },
  ],
])("verify() blames neither side: the key may be %s", async (words, auth, secret, key, fixed) => {
  const { provider } = auth as { readonly provider: string };
  const http = signedBy(provider, key);
  const args = (written: object) => {
    const mapping = { match: { path: "x" }, auth: written, messageTemplate: "m" };
    const hooks = { enabled: true, token: { env: "OLD" }, mappings: [mapping] };
    return ["--config", createTempFile("hooks.json", JSON.stringify({ hooks })), "--name", "x"];
  };
  const stdout = await expectShown(args({ ...auth, secret }), http, [
    1,
    "It is right for secret 1 read as ",
    `the key may be ${words}`,
    "Or the secret has another form here than at the sender: copy it",
  ]);
  const isOfRow = !("key" in auth);
  expect(stdout.includes("and tell us, because our data may be wrong.")).toBe(isOfRow);
  expect(stdout).not.toContain(secret.slice(6));
  // As the hint says.
  await expectShown(args({ ...auth, secret, ...fixed }), http, [0]);
});

function signedBy(provider: string, key: string | Buffer, id = "msg_1"): string {
  const hmac = createHmac("sha256", key);
  if (provider === "standard-webhooks") {
    const value = `v1,${hmac.update(`${id}.${SECONDS}.{}`).digest("base64")}`;
    const time = { "webhook-id": id, "webhook-timestamp": String(SECONDS) };
    return capture({ date: DATE, ...time, "webhook-signature": value }, "{}");
  }
  const hex = hmac.update("{}").digest("hex");
  return provider === "github"
    ? capture({ date: DATE, "x-hub-signature-256": `sha256=${hex}` }, "{}")
    : capture({ date: DATE, "x-airtable-content-mac": `hmac-sha256=${hex}` }, "{}");
}

test("verify() handles white space and quotation marks around a secret", async () => {
  await expectShown(GITHUB, github("{}", { secret: `${SECRET}\n` }), [
    1,
    "for secret 1 with a line feed after it: white space around a secret is cut off here. Set it",
  ]);
  expect(await verify(GITHUB, github("{}"), { env: { ...env, NEW: `"${SECRET}"` } })).toMatchObject(
    {
      exitCode: 2,
      stderr: expect.stringContaining("NEW has quotes around it"),
    },
  );
  expect(await verify(by("github"), github("{}"), { env: { NEW: ` ${SECRET}` } })).toMatchObject({
    exitCode: 0,
    stderr: "warning The environment variable NEW has white space around it, which is cut off.\n",
  });
  const file = createTempFile("github.secret", `${SECRET}\n`);
  await expectShown(["--provider", "github", "--secret-file", file], github("{}"), [0]);
});

test("verify() prints JSON for programs", async () => {
  const { stdout } = await verify([...GITHUB, "--json"], github("{}\n", { signed: "{}" }));
  expect(JSON.parse(stdout)).toMatchObject({
    passes: false,
    code: "signature_wrong",
    message: expect.stringContaining("The signature is wrong"),
    request: { method: "POST", bodyBytes: 3, lineEnds: "CRLF" },
    judgedAt: "2023-11-14T22:13:20.000Z",
    signature: {
      signed: { bytes: 3, text: "{}\\n" },
      candidates: [{ matches: [false, false] }],
      guesses: [{ of: "body" }],
    },
  });
  const good = await verify([...GITHUB, "--json"], github("{}"));
  expect(JSON.parse(good.stdout)).toMatchObject({ passes: true, keyIndex: 0, reasons: [] });
});

const CONFIG = `
hooks:
  enabled: true
  token: { env: OLD }
  mappings:
    - { match: { path: x }, auth: { provider: github, secret: { env: NEW } }, messageTemplate: m }
    - { match: { path: open }, auth: none, messageTemplate: m }
    - { match: { path: bare }, messageTemplate: m }
`;

test("verify() reads the auth of a mapping", async () => {
  const config = createTempFile("hooks.yaml", CONFIG);
  const of = (name: string) => ["--config", config, "--name", name];
  await expectShown(of("/x"), github("{}"), [0, /^passes the hook "\/x": secret 1 is right/]);
  await expectShown(of("open"), github("{}"), [0, 'anybody does, because its auth is "none"']);
  expect(await verify(of("bare"), github("{}"))).toMatchObject({
    exitCode: 2,
    stderr: expect.stringContaining('No mapping of the name "bare" has an auth.'),
  });
});

test("verify() returns 2 for a config that cannot be used", async () => {
  const off = createTempFile("off.yaml", CONFIG.replace("true", "false"));
  const { exitCode, stderr } = await verify(["--config", off, "--name", "x"], github("{}"));
  expect(exitCode).toBe(2);
  expect(stderr).toContain("hooks.enabled is not true");
  const config = createTempFile("hooks.yaml", CONFIG);
  const args = ["--config", config, "--name", "x"];
  const missing = await verify(args, github("{}"), { env: { OLD: OLDER } });
  expect(missing.exitCode).toBe(2);
  expect(missing.stderr).toContain("error secret_missing");
  const json = await verify([...args, "--json"], github("{}"), { env: { OLD: OLDER } });
  expect(JSON.parse(json.stderr)).toMatchObject({ ok: false });
});

test.each([
  [[], "The authentication of the sender is unknown."],
  [["--config", "x"], "The authentication of the sender is unknown."],
  [["--provider", "github", "--name", "x"], "--provider cannot be combined with"],
  [["--provider", "github"], "Write --secret-env. Where to find it:"],
  [["--provider", "github", "--token-env", "NEW"], "by a --secret-env"],
  [by("discord"), "proves itself by a --public-key-env, not by a --secret-env"],
  [by("telegram", "--token-env", "NEW"), "The auth names two ways of proof"],
  [by("gihub"), 'Write "github".'],
  [["--provider", "github", "--secret-env", "NO"], "NO is not set, or blank."],
  [["--provider", "github", "--secret-env", "a-b"], "is not the name of a variable"],
  [[...GITHUB, "--at", "soon"], "--at is not a time."],
  [[...GITHUB, "--at", "2026-99-99"], "--at is not a time."],
  [["--provider", "pubsub"], 'No secret verifies the requests of "pubsub".'],
  [by("pubsub"), "Name a config and --name HOOK"],
  [["--provider", "sns"], "Name a config and --name HOOK"],
  [by("sns"), 'No secret verifies the requests of "sns".'],
])("verify() returns 2 for %j: %s", async (args, message) => {
  const { exitCode, stdout, stderr } = await verify(args, github("{}"));
  expect([exitCode, stdout]).toEqual([2, ""]);
  expect(stderr).toContain(message);
});

test("verify() reads the request from standard input, and reports a missing one", async () => {
  const input = { env, stdin: github("{}") };
  await expectRun(["verify", "--http", "-", ...GITHUB], [0], input);
  const both = ["verify", "--http", "-", "--config", "-", "--name", "x"];
  await expectRun(both, [2, "cannot be both the config and the request"], input);
  const path = join(createTempDir({}), "none.http");
  await expectRun(["verify", "--http", path, ...GITHUB], [1, "there is no such file"], { env });
});

test.each([
  ["./none.txt", 'Cannot read secret "./none.txt": there is no such file.'],
  ["Zk3vQ9xR7mT2", "Cannot read a secret from a file, by a path that may be a secret."],
])(
  "verify() shows the path of a missing secret file, unless it may be the secret: %s",
  async (path, message) => {
    const args = ["--provider", "github", "--secret-file", path];
    const { exitCode, stderr } = await verify(args, github("{}"));
    expect([exitCode, stderr]).toEqual([1, expect.stringContaining(message)]);
    expect(stderr).not.toContain("Zk3v");
  },
);
