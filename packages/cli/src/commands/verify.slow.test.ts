import { createHmac, generateKeyPairSync } from "node:crypto";
import { join } from "node:path";
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { createTempDir, createTempFile } from "../../../../tools/test-support/temp-dir.ts";
import { createTestIo, type TestInput } from "../../test/support/test-io.ts";
import { run } from "../run.ts";
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
  const io = createTestIo({ env, ...input });
  const exitCode = await run(["verify", "--http", createTempFile("r.http", http), ...args], io);
  const [stdout, stderr] = [io.stdout.text(), io.stderr.text()];
  for (const secret of [SECRET, OLDER]) expect(stdout + stderr).not.toContain(secret);
  return { exitCode, stdout, stderr };
}

const GITHUB = ["--provider", "github", "--secret-env", "NEW", "--secret-env", "OLD"];

test("verify() shows each step of a request that passes, and returns 0", async () => {
  const { exitCode, stdout, stderr } = await verify(GITHUB, github('{"a":1}', { secret: OLDER }));
  expect([exitCode, stderr]).toEqual([0, ""]);
  expect(stdout).toMatch(/^passes github: secret 2 is right\n/);
  expect(stdout).toContain("request      POST /hooks/x, 2 headers, lines end in CRLF\n");
  expect(stdout).toContain(
    "body         7 bytes, SHA-256 015abd7f5cc57a2dd94b7590f04ad8084273905ee33ec5cebeae62276a97f862",
  );
  expect(stdout).toContain(
    "checked at   2023-11-14T22:13:20.000Z, the Date header of the request\n",
  );
  expect(stdout).toContain("signed by    HMAC, sha256, hex, over {body}; ");
  expect(stdout).toContain('signed text  7 bytes: "{"a":1}"\n');
  expect(stdout).toMatch(/signature 1 {2}\w{12}…\w{6}: secret 1 differs, secret 2 is right\n$/);
});

test("verify() recognizes a line feed that an editor added, and returns 1", async () => {
  const http = github('{"a":1}\n', { signed: '{"a":1}', headers: { "content-length": "7" } });
  const { exitCode, stdout } = await verify(GITHUB, http);
  expect(exitCode).toBe(1);
  expect(stdout).toMatch(/^refused github: signature_wrong\n/);
  expect(stdout).toContain(
    "length       The body is one byte longer than Content-Length: an editor",
  );
  expect(stdout).toContain('8 bytes: "{"a":1}\\n"');
  expect(stdout).toContain("secret 1 differs, secret 2 differs");
  expect(stdout).toContain("It is right for the body without the line feed at its end: what was");
});

test("verify() lists possible causes if nothing makes the signature right", async () => {
  const { stdout } = await verify(GITHUB, github("{}", { secret: "another" }));
  expect(stdout).toContain("or to the test mode instead of the live mode.");
});

test("verify() checks timestamps against the Date header, --at, or the clock", async () => {
  const args = ["--provider", "stripe", "--secret-env", "NEW"];
  expect(await verify(args, stripe("{}"))).toMatchObject({ exitCode: 0 });
  const late = await verify([...args, "--at", "2023-11-15T22:13:20Z"], stripe("{}"));
  expect(late.exitCode).toBe(1);
  expect(late.stdout).toContain("refused stripe: timestamp_too_old");
  expect(late.stdout).toContain(
    "1700000000 = 2023-11-14T22:13:20.000Z, 86400 s before the check: outside of the tolerance of 300 s",
  );
  expect(late.stdout).toContain("The signature is right, and only the time is wrong");
  const early = await verify([...args, "--at", "2023-11-13"], stripe("{}"));
  expect(early.stdout).toMatch(/timestamp_in_future[\s\S]* s after the check: outside of/);
  const { stdout } = await verify(args, stripe("{}", { headers: { date: "yesterday" } }));
  expect(stdout).toContain("the clock of this machine");
  const unit = await verify(args, stripe("{}", { time: SECONDS * 1000 }));
  expect(unit.stdout).toContain("timestamp_in_future");
  expect(unit.stdout).toContain("is near in milliseconds: the sender writes another unit.");
  const hour = await verify([...args, "--at", "2023-11-14T23:13:20Z"], stripe("{}"));
  expect(hour.stdout).not.toContain("another unit");
});

test("verify() reports a timestamp in another unit", async () => {
  const hmac = createHmac("sha256", SECRET).update(`${SECONDS}.{}`).digest("hex");
  const headers = { date: DATE, "workos-signature": `t=${SECONDS}, v1=${hmac}` };
  const args = ["--provider", "workos", "--secret-env", "NEW"];
  const { stdout } = await verify(args, capture(headers, "{}"));
  expect(stdout).toContain("The timestamp is near in seconds: the sender writes another unit.");
  const wrong = { ...headers, "workos-signature": `t=soon, v1=${hmac}` };
  const malformed = await verify(args, capture(wrong, "{}"));
  expect(malformed.stdout).toContain("soon is not a time in milliseconds");
  const none = { ...headers, "workos-signature": `v1=${hmac}` };
  const { stdout: missing } = await verify(args, capture(none, "{}"));
  expect(missing).toMatch(/time +missing\n[\s\S]*cannot be made: a part of it is missing\n/);
  expect(missing).toContain("was compared with nothing");
});

test("verify() reports what is wrong with the text of a signature", async () => {
  const base64 = `${"A".repeat(43)}=`;
  const show = async (value: string) => {
    const http = capture({ date: DATE, "x-hub-signature-256": value }, "{}");
    return (await verify(GITHUB, http)).stdout;
  };
  expect(await show(`sha256=${base64}`)).toContain(
    "signature 1  AAAAAAAAAAAA…AAAAA= is not hex, but base64 or base64url",
  );
  expect(await show("sha256=zz")).toContain("zz is not hex\n");
  expect(await show("sha256=00ff")).toContain(
    "00ff (4 characters) does not have the length of a signature\n",
  );
  expect(await show("a".repeat(300))).toContain(`${"a".repeat(200)}…\n`);
  const hex = "0".repeat(64);
  const shopify = ["--provider", "shopify", "--secret-env", "NEW"];
  const text = await verify(shopify, capture({ date: DATE, "x-shopify-hmac-sha256": hex }, "{}"));
  expect(text.stdout).toContain("does not have the length of a signature; as hex it has");
});

test("verify() names headers that are missing, duplicated, or of another sender", async () => {
  const http = capture({ date: DATE, "X-Hub-Signature-256": "sha256=00" }, "{}");
  const slack = await verify(["--provider", "slack", "--secret-env", "NEW"], http);
  expect(slack.stdout).toContain("header       x-slack-signature is missing\n");
  expect(slack.stdout).toMatch(/It has the header x-hub-signature-256, which these send: .*github/);
  const twice = http.replace("X-Hub", "x-hub-signature-256: sha256=00\r\nX-Hub");
  const { stdout } = await verify(GITHUB, twice);
  expect(stdout).toContain("refused github: signature_repeated");
  expect(stdout).toContain("(came 2 times)");
});

test("verify() shows the id that is signed", async () => {
  const secret = `whsec_${Buffer.alloc(32, 7).toString("base64")}`;
  const standard = (id: string) => {
    const hmac = createHmac("sha256", Buffer.alloc(32, 7));
    const signature = hmac.update(`${id}.${SECONDS}.{}`).digest("base64");
    const time = { date: DATE, "webhook-timestamp": String(SECONDS), "webhook-id": id };
    return capture({ ...time, "webhook-signature": `v1,${signature}` }, "{}");
  };
  const args = ["--provider", "standard-webhooks", "--secret-env", "NEW"];
  const good = await verify(args, standard("msg_1"), { env: { NEW: secret } });
  expect(good.stdout).toMatch(/id +msg_1\n/);
  const bad = await verify(args, standard("a.b"), { env: { NEW: secret } });
  expect(bad.stdout).toMatch(/refused [\s\S]*id +id_malformed\n/);
  const text = await verify(args, standard("msg_1"));
  expect(text.exitCode).toBe(2);
  expect(text.stderr).toContain(
    "The environment variable NEW is not base64, with or without whsec_",
  );
});

test("verify() reports that the secret works in another form", async () => {
  const secret = `whsec_${Buffer.from(SECRET).toString("base64")}`;
  const http = github("{}", { secret: SECRET });
  const { stdout } = await verify(GITHUB.slice(0, 4), http, { env: { NEW: secret } });
  expect(stdout).toContain(
    'It is right for secret 1 read as base64: the key may be base64 behind whsec_, not the text. Then write "key": "whsec" beside "provider": "github", and tell us',
  );
});

test("verify() reports which URL was signed", async () => {
  const url = "https://a.example/hooks/x/";
  const hmac = createHmac("sha256", SECRET).update(`${url}{}`).digest("base64");
  const http = capture({ date: DATE, "x-square-hmacsha256-signature": hmac }, "{}");
  const args = ["--provider", "square", "--secret-env", "NEW"];
  const { stdout } = await verify([...args, "--public-url", url.slice(0, -1)], http);
  expect(stdout).toContain(`It is right for the URL ${url}: write that as publicUrl, or correct`);
  expect(await verify([...args, "--public-url", url], http)).toMatchObject({ exitCode: 0 });
  const { exitCode, stderr } = await verify(args, http);
  expect(exitCode).toBe(2);
  expect(stderr).toContain("The vendor signs the URL of the hook");
  expect(stderr).toContain("Write --public-url and the URL that the vendor was given.");
});

test("verify() compares tokens, and prints none", async () => {
  const args = ["--provider", "telegram", "--token-env", "NEW"];
  const http = (token: string) =>
    capture({ date: DATE, "x-telegram-bot-api-secret-token": token }, "{}");
  const good = await verify(args, http("x").replace(": x", `: ${SECRET}`));
  expect(good.stdout).toMatch(/^passes telegram: secret 1 is right\n/);
  expect(good.stdout).toContain("token in    the header x-telegram-bot-api-secret-token\n");
  const named = [...args.slice(0, 2), "--secret-env", "NEW"];
  expect(await verify(named, http(SECRET))).toMatchObject({ exitCode: 0 });
  const bad = await verify(args, http("x"));
  expect(bad.stdout).toContain("token 1     secret 1 differs: what was sent is shorter");
  const none = await verify(args, capture({ date: DATE }, "{}"));
  expect(none.stdout).toContain("token       none was found there");
  const places = ["datadog", "monday", "figma", "postmark"].map(async (provider) => {
    const { stdout } = await verify(["--provider", provider, "--token-env", "NEW"], http("x"));
    return /token in +(.*)\n/.exec(stdout)?.[1];
  });
  expect(await Promise.all(places)).toEqual([
    'the header authorization, after "Bearer "',
    "the query parameter key",
    "the field passcode of the body",
    "the header authorization: user:password, as in Basic",
  ]);
});

test("verify() verifies with a public key from a file", async () => {
  const { publicKey: key } = generateKeyPairSync("ed25519");
  const hex = key.export({ format: "der", type: "spki" }).subarray(-32).toString("hex");
  const publicKey = createTempFile("key.pub", `${hex}\n`);
  const headers = { "x-signature-ed25519": "0".repeat(128), "x-signature-timestamp": `${SECONDS}` };
  const http = capture({ date: DATE, ...headers }, "{}");
  const { exitCode, stdout } = await verify(
    ["--provider", "discord", "--public-key-file", publicKey],
    http,
  );
  expect(exitCode).toBe(1);
  expect(stdout).toContain(
    "signed by    ed25519, hex, over {timestamp}{body}; the key is a public",
  );
  expect(stdout).toContain("key 1 differs");
  expect(stdout).toContain("The public key may belong to another application");
});

test("verify() reports that a request is a handshake", async () => {
  const http = capture(
    { date: DATE },
    "",
    "GET /hooks/x?hub.mode=subscribe&hub.verify_token=an-older-secret-of-some-bytes&hub.challenge=abc",
  );
  const args = ["--provider", "meta", "--secret-env", "NEW", "--verify-token-env", "OLD"];
  const { exitCode, stdout } = await verify(args, http);
  expect(exitCode).toBe(0);
  expect(stdout).toContain('passes meta: the handshake "meta", which is answered');
  expect(stdout).toContain("GET /hooks/x, with a query,");
  const wrong = await verify(GITHUB, http);
  expect(wrong.stdout).toContain("Hooks accept POST requests, and handshakes.");
});

test("verify() warns that a handshake would sign the body for anybody", async () => {
  const hmac = createHmac("sha256", SECRET).update("abc").digest("base64");
  const http = capture({ date: DATE, "x-twitter-webhooks-signature": `sha256=${hmac}` }, "abc");
  const { exitCode, stdout } = await verify(["--provider", "x", "--secret-env", "NEW"], http);
  expect(exitCode).toBe(1);
  expect(stdout).toContain("the handshake of this sender signs such a text for anybody");
});

test.each([
  ["written again by JSON.stringify", '{"b": 1, "a": 2}', '{"b":1,"a":2}', /Python writes JSON$/],
  ["with a final line feed", '{"a":1}', '{"a":1}\n', /without the line feed at its end/],
  ["as Latin-1", '{"a":"é"}', Buffer.from('{"a":"é"}', "latin1"), /UTF-8 in place of Latin-1/],
])("verify() reports that a body was saved %s", async (_what, sent, saved, words) => {
  const head = github("", { signed: sent });
  const http = Buffer.concat([Buffer.from(head), Buffer.from(saved)]);
  const { exitCode, stdout } = await verify(GITHUB, http);
  expect(exitCode).toBe(1);
  expect(stdout).toMatch(/It is right for the body .*: what was captured is not what was signed\./);
  expect(/It is right for (the body .*): what was/.exec(stdout)?.[1]).toMatch(words);
  expect(stdout).not.toContain("No usual change");
  // The request as it was sent is right.
  expect((await verify(GITHUB, `${head}${sent}`)).exitCode).toBe(0);
});

const MARKED = "do-not-show-this";

test.each([
  ["pretty", JSON.stringify({ b: MARKED }, null, 2), "pretty-printed, with two spaces of indent"],
  ["marked", `\ufeff{"b" :"${MARKED}"}`, "it begins with a byte order mark"],
  ["quoted", JSON.stringify(`{"b":"${MARKED}"}`), "a text in quotation marks"],
])("verify() only reports that a body looks %s", async (_what, body, words) => {
  const http = github(body, { secret: "another", headers: { "content-type": "text/plain" } });
  const { exitCode, stdout } = await verify(GITHUB, http);
  expect(exitCode).toBe(1);
  const reasons = stdout.slice(stdout.indexOf("\n\n  The signature is wrong"));
  expect(reasons).toContain("Of the body as it was saved: ");
  expect(reasons).toContain(words);
  expect(reasons).toContain("Its sender may have written it so");
  expect(reasons).not.toContain("It is right for");
  expect(reasons).not.toContain(MARKED);
});

test("verify() names the change that gives the body the length of Content-Length", async () => {
  const sent = '{"a":"b","c":1}';
  const saved = JSON.stringify(JSON.parse(sent), null, 4);
  const headers = { "content-length": String(sent.length) };
  const http = github(saved, { secret: "another", headers });
  const { stdout } = await verify(GITHUB, http);
  expect(stdout).toContain("longer than Content-Length: it was changed after it was sent.");
  expect(stdout).toContain(
    "the body written again as compact JSON would have the 15 bytes of Content-Length",
  );
  const cut = await verify(GITHUB, github("{", { signed: sent, headers }));
  expect(cut.stdout).toContain("14 bytes shorter than Content-Length: it was cut off, or");
  expect(cut.stdout).not.toContain("would have the");
  const whole = await verify(GITHUB, github(sent, { secret: "another", headers }));
  expect(whole.stdout).not.toMatch(/^ +length|would have the/m);
});

function compressed(
  body: Uint8Array,
  { signed, ...headers }: Record<string, string> & { signed?: string },
) {
  const hmac = createHmac("sha256", SECRET)
    .update(signed ?? body)
    .digest("hex");
  const head = capture({ date: DATE, "x-hub-signature-256": `sha256=${hmac}`, ...headers }, "");
  return Buffer.concat([Buffer.from(head), body]);
}

const PLAIN = JSON.stringify({ a: "b".repeat(200) });
const NAMED = { "content-encoding": "gzip" };

test("verify() compares Content-Encoding with a body that was decompressed", async () => {
  const zipped = gzipSync(PLAIN);
  const hmac = createHmac("sha256", SECRET).update(zipped).digest("hex");
  const length = { "content-length": String(zipped.length) };
  const headers = { date: DATE, "x-hub-signature-256": `sha256=${hmac}`, ...NAMED, ...length };
  const { exitCode, stdout } = await verify(GITHUB, capture(headers, PLAIN));
  expect(exitCode).toBe(1);
  expect(stdout).toMatch(
    /encoding +Content-Encoding names gzip, and the body is not compressed: what/,
  );
  expect(stdout).toMatch(
    /length +Content-Length is not that of the body: it may be that of the comp/,
  );
  const json = await verify([...GITHUB, "--json"], capture(headers, PLAIN));
  expect(JSON.parse(json.stdout).encodingNotes).toEqual([
    expect.stringContaining("the body is not compressed"),
  ]);
  // What arrived is right.
  const right = await verify(GITHUB, compressed(zipped, { ...NAMED, ...length }));
  expect(right.exitCode).toBe(0);
  expect(right.stdout).toContain("The body is compressed with gzip, as Content-Encoding says.");
  expect(right.stdout).not.toMatch(/^ +length/m);
});

test.each([
  ["gzip", gzipSync, NAMED],
  ["gzip", gzipSync, {}],
  ["br", brotliCompressSync, { "content-encoding": "identity, BR" }],
  ["deflate", deflateSync, { "content-encoding": "deflate" }],
  ["deflate", deflateRawSync, { "content-encoding": "deflate" }],
  ["gzip", gzipSync, { "content-encoding": "x-gzip" }],
] as const)(
  "verify() reports that a body was signed before %s, by %o",
  async (coding, compress, headers) => {
    const { exitCode, stdout } = await verify(
      GITHUB,
      compressed(compress(PLAIN), { ...headers, signed: PLAIN }),
    );
    expect(exitCode).toBe(1);
    expect(stdout).toContain(
      `It is right for the body without its compression (${coding}): it was`,
    );
    expect(stdout).not.toContain("No usual change");
    // As the hint says: uncompressed, and without Content-Encoding.
    expect((await verify(GITHUB, github(PLAIN))).exitCode).toBe(0);
  },
);

test.each([
  ["no header", gzipSync(PLAIN), {}, "Content-Encoding does not say so: it is missing or names"],
  ["another one", gzipSync(PLAIN), { "content-encoding": "br" }, "does not say so: it names br"],
  ["half of it", gzipSync(PLAIN).subarray(0, 20), NAMED, "It cannot be decompressed: it was cut"],
  ["bytes in text", Buffer.from(gzipSync(PLAIN).toString()), NAMED, "then read as text, which has"],
  ["zstd", Buffer.of(0x28, 0xb5, 0x2f, 0xfd, 0), { "content-encoding": "zstd" }, "with zstd, as"],
])("verify() checks a compressed body with %s", async (_what, body, headers, words) => {
  const { stdout } = await verify(GITHUB, compressed(body, { ...headers, signed: "another" }));
  expect(stdout).toContain(words);
  expect(stdout).not.toContain("without its compression");
});

test.each(["br", "deflate", "zstd", "aws-chunked", "identity"])(
  "verify() does not treat a body in %s as text",
  async (coding) => {
    const { stdout } = await verify(
      GITHUB,
      github("{}", { headers: { "content-encoding": coding } }),
    );
    const isKnown = ["br", "deflate", "zstd"].includes(coding);
    expect(/encoding +(.*): what saved/.exec(stdout)?.[1]).toBe(
      isKnown ? `Content-Encoding names ${coding}, and the body is not compressed` : undefined,
    );
    expect(await verify(GITHUB, github("", { headers: NAMED }))).toMatchObject({ exitCode: 0 });
  },
);

const SQUARE = ["--provider", "square", "--secret-env", "NEW", "--public-url"];

function square(
  url: string,
  { headers, line }: { readonly headers: Record<string, string>; readonly line: string },
) {
  const hmac = createHmac("sha256", SECRET).update(`${url}{}`).digest("base64");
  return capture({ date: DATE, "x-square-hmacsha256-signature": hmac, ...headers }, "{}", line);
}

test.each([
  ["Host", { Host: "b.example" }, "https://b.example/hooks/x"],
  ["Host, with the path of publicUrl", { Host: "b.example" }, "https://b.example/in"],
  ["X-Forwarded-Host", { "X-Forwarded-Host": "c.example, d.example" }, "https://d.example/in"],
  ["X-Forwarded-Proto", { Host: "b.example", "X-Forwarded-Proto": "http" }, "http://b.example/in"],
  [
    "X-Forwarded-Port",
    { Host: "b.example", "X-Forwarded-Port": "8443" },
    "https://b.example:8443/in",
  ],
  [
    "X-Forwarded-Prefix",
    { Host: "b.example", "X-Forwarded-Prefix": "/p/" },
    "https://b.example/p/hooks/x",
  ],
  ["X-Original-URI", { "X-Original-URI": "/old/x" }, "https://a.example/old/x"],
  [
    "Forwarded",
    { Forwarded: 'for=1.2.3.4;host="e.example:444";proto=https, for=5.6.7.8' },
    "https://e.example:444/in",
  ],
])("verify() reports which publicUrl is right: by %s", async (_what, headers, url) => {
  const http = square(url, { headers, line: "POST /hooks/x" });
  const { exitCode, stdout } = await verify([...SQUARE, "https://a.example/in"], http);
  expect(exitCode).toBe(1);
  const [, found = ""] =
    /It is right for the URL (\S+): write that as publicUrl/.exec(stdout) ?? [];
  expect(found).toBe(url);
  // As the hint says.
  expect((await verify([...SQUARE, found], http)).exitCode).toBe(0);
});

test("verify() names no publicUrl if the signed query differs", async () => {
  const url = "https://a.example/in";
  const added = square(url, { headers: {}, line: "POST /in?utm=1" });
  const { stdout } = await verify([...SQUARE, url], added);
  expect(stdout).toContain(
    `It is right for the URL ${url} without the query of the request: the query of the request differs`,
  );
  expect(stdout).not.toContain("write that as publicUrl");
  const headers = { "X-Original-URI": "/in?shop=7" };
  const lost = await verify(
    [...SQUARE, url],
    square(`${url}?shop=7`, { headers, line: "POST /in" }),
  );
  expect(lost.stdout).toContain(`${url} with the query that the proxy was sent: the query of the`);
  // As the hint says: the proxy passes the query as it came.
  const passed = square(`${url}?shop=7`, { headers, line: "POST /in?shop=7" });
  expect((await verify([...SQUARE, url], passed)).exitCode).toBe(0);
});

function sha1(body: string, { signed = body, value }: { signed?: string; value?: string } = {}) {
  const hmac = createHmac("sha1", SECRET).update(signed).digest("hex");
  return capture({ date: DATE, "X-Hub-Signature": value ?? `sha1=${hmac}` }, body);
}

test("verify() reports that the header beside GitHub's SHA-1 was dropped", async () => {
  for (const provider of ["github", "meta"]) {
    const args = ["--provider", provider, "--secret-env", "NEW"];
    const { exitCode, stdout } = await verify(args, sha1("{}"));
    expect(exitCode).toBe(1);
    expect(stdout).toContain(`refused ${provider}: signature_missing`);
    expect(stdout).toContain(
      "x-hub-signature-256 is missing, and x-hub-signature is there, which is SHA-1: GitHub and Meta send both, so a proxy or the tool that saved the request has dropped one.",
    );
    expect(stdout).toContain("The SHA-1 is right under secret 1, so the secret and the body are");
    expect(stdout).not.toContain("which these send");
  }
});

test("verify() reports what the SHA-1 matches if it does not match the body", async () => {
  const { stdout } = await verify(GITHUB, sha1("{}\n", { signed: "{}" }));
  expect(stdout).toContain("The SHA-1 is wrong, too.");
  expect(stdout).toContain("It is right for the body without the line feed at its end: what was");
  const lost = await verify(GITHUB, sha1('{"a":1,"b":2}', { signed: "other" }));
  expect(lost.stdout).toContain("as JSON.stringify writes JSON");
  expect(lost.stdout).toContain("No usual change of the body");
  const none = await verify(GITHUB, sha1("{}", { value: "sha1=zz" }));
  expect(none.stdout).toContain(
    "has dropped one. Let x-hub-signature-256 through: SHA-1 alone is not accepted.\n",
  );
  expect(none.stdout).not.toContain("The SHA-1 is");
});

test("verify() does not take Bitbucket's header for a SHA-1 of GitHub", async () => {
  const hmac = createHmac("sha256", SECRET).update("{}").digest("hex");
  const http = capture({ date: DATE, "X-Hub-Signature": `sha256=${hmac}` }, "{}");
  const { stdout } = await verify(GITHUB, http);
  expect(stdout).not.toContain("SHA-1");
  expect(stdout).toMatch(/It has the header x-hub-signature, which these send: .*bitbucket/);
});

/** An auth, the secret as it is written, what its sender signs with, and what the hint says. */
const HEX_KEY = "00112233445566778899aabbccddeeff00";
const BASE64_KEY = Buffer.from(SECRET).toString("base64");
const KEY_CASES: readonly (readonly [string, object, string, string | Buffer, string, object])[] = [
  [
    "text, by a row of base64",
    { provider: "airtable" },
    BASE64_KEY,
    BASE64_KEY,
    "the text, not base64. Then",
    { key: "utf8" },
  ],
  [
    "text, by a row of whsec_",
    { provider: "standard-webhooks" },
    `whsec_${BASE64_KEY}`,
    `whsec_${BASE64_KEY}`,
    "the text, not base64 behind whsec_. Then",
    { key: "utf8" },
  ],
  [
    "base64, by a row of text",
    { provider: "github" },
    BASE64_KEY,
    Buffer.from(SECRET),
    "base64, not the text. Then",
    { key: "base64" },
  ],
  [
    "base64 behind whsec_, by a row of text",
    { provider: "github" },
    `whsec_${BASE64_KEY}`,
    Buffer.from(SECRET),
    "base64 behind whsec_, not the text. Then",
    { key: "whsec" },
  ],
  [
    "hexadecimal, by a row of text",
    { provider: "github" },
    HEX_KEY,
    Buffer.from(HEX_KEY, "hex"),
    "hexadecimal, not the text. Then",
    { key: "hex" },
  ],
  [
    "text, by an auth of hexadecimal",
    { provider: "github", key: "hex" },
    HEX_KEY,
    HEX_KEY,
    "the text, not hexadecimal. Then",
    { key: "utf8" },
  ],
  [
    "base64url, by a row of text",
    { provider: "github" },
    "--__--__--__--__--__--__",
    Buffer.from("--__--__--__--__--__--__", "base64url"),
    "base64, not the text. Then",
    { key: "base64", secret: "++//++//++//++//++//++//" },
  ],
  [
    "text without whsec_, by a row of text",
    { provider: "github" },
    `whsec_${BASE64_KEY}`,
    BASE64_KEY,
    "the key may be a part of it. Then write the secret without whsec_",
    { secret: BASE64_KEY },
  ],
  [
    "text without whsec_, by a row of whsec_",
    { provider: "standard-webhooks" },
    `whsec_${BASE64_KEY}`,
    BASE64_KEY,
    'Then write "key": "utf8" beside "provider": "standard-webhooks" and write the secret without whsec_',
    { key: "utf8", secret: BASE64_KEY },
  ],
];

test.each(KEY_CASES)(
  "verify() blames neither side if the key is %s",
  async (_what, auth, secret, key, words, fixed) => {
    const { provider } = auth as { readonly provider: string };
    const http = signedBy(provider, key);
    const args = (written: object) => {
      const mapping = { match: { path: "x" }, auth: written, messageTemplate: "m" };
      const hooks = { enabled: true, token: { env: "OLD" }, mappings: [mapping] };
      return ["--config", createTempFile("hooks.json", JSON.stringify({ hooks })), "--name", "x"];
    };
    const { exitCode, stdout } = await verify(args({ ...auth, secret }), http);
    expect(exitCode).toBe(1);
    expect(stdout).toContain("It is right for secret 1 read as ");
    expect(stdout).toContain(words);
    expect(stdout).toContain("Or the secret has another form here than at the sender: copy it");
    const isOfRow = !("key" in auth);
    expect(stdout.includes("and tell us, because our data may be wrong.")).toBe(isOfRow);
    expect(stdout).not.toContain(secret.slice(6));
    // As the hint says.
    const after = await verify(args({ ...auth, secret, ...fixed }), http);
    expect([after.exitCode, after.stderr]).toEqual([0, ""]);
  },
);

function signedBy(provider: string, key: string | Buffer): string {
  const hmac = createHmac("sha256", key);
  if (provider === "standard-webhooks") {
    const value = `v1,${hmac.update(`msg_1.${SECONDS}.{}`).digest("base64")}`;
    const time = { "webhook-id": "msg_1", "webhook-timestamp": String(SECONDS) };
    return capture({ date: DATE, ...time, "webhook-signature": value }, "{}");
  }
  const hex = hmac.update("{}").digest("hex");
  return provider === "github"
    ? capture({ date: DATE, "x-hub-signature-256": `sha256=${hex}` }, "{}")
    : capture({ date: DATE, "x-airtable-content-mac": `hmac-sha256=${hex}` }, "{}");
}

test("verify() says who can drop the white space around a secret, and refuses quotation marks", async () => {
  const spaced = await verify(GITHUB, github("{}", { secret: `${SECRET}\n` }));
  expect(spaced.stdout).toContain(
    "for secret 1 with a line feed after it: white space around a secret is cut off here. Set it",
  );
  const quoted = await verify(GITHUB, github("{}"), { env: { ...env, NEW: `"${SECRET}"` } });
  expect([quoted.exitCode, quoted.stderr]).toEqual([
    2,
    expect.stringContaining("NEW has quotes around it"),
  ]);
  expect((await verify(GITHUB, github("{}"))).exitCode).toBe(0);
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
  const good = await verify(["--config", config, "--name", "/x"], github("{}"));
  expect(good.exitCode).toBe(0);
  expect(good.stdout).toMatch(/^passes the hook "\/x": secret 1 is right/);
  const open = await verify(["--config", config, "--name", "open"], github("{}"));
  expect(open.stdout).toContain('anybody does, because its auth is "none"');
  const bare = await verify(["--config", config, "--name", "bare"], github("{}"));
  expect(bare.exitCode).toBe(2);
  expect(bare.stderr).toContain('No mapping of the name "bare" has an auth.');
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
  ["no way of proof", [], "The authentication of the sender is unknown."],
  ["a config without a name", ["--config", "x"], "The authentication of the sender is unknown."],
  ["two ways", ["--provider", "github", "--name", "x"], "--provider cannot be combined with"],
  ["no secret", ["--provider", "github"], "Write --secret-env. Where to find it:"],
  ["a token for who signs", ["--provider", "github", "--token-env", "NEW"], "by a --secret-env"],
  [
    "a secret for who has a key",
    ["--provider", "discord", "--secret-env", "NEW"],
    "proves itself by a --public-key-env, not by a --secret-env",
  ],
  [
    "a secret and a token for who has a token",
    ["--provider", "telegram", "--secret-env", "NEW", "--token-env", "NEW"],
    "The auth names two ways of proof",
  ],
  ["an unknown provider", ["--provider", "gihub", "--secret-env", "NEW"], 'Write "github".'],
  [
    "a missing variable",
    ["--provider", "github", "--secret-env", "NO"],
    "NO is not set, or blank.",
  ],
  [
    "what may be a secret",
    ["--provider", "github", "--secret-env", "a-b"],
    "is no name of a variable",
  ],
  ["a time that is none", [...GITHUB, "--at", "soon"], "--at is not a time."],
  ["a day that is none", [...GITHUB, "--at", "2026-99-99"], "--at is not a time."],
])("verify() returns 2 for %s", async (_what, args, message) => {
  const { exitCode, stdout, stderr } = await verify(args, github("{}"));
  expect([exitCode, stdout]).toEqual([2, ""]);
  expect(stderr).toContain(message);
});

test("verify() reads the request from standard input, and reports a missing one", async () => {
  const io = createTestIo({ env, stdin: github("{}") });
  expect(await run(["verify", "--http", "-", ...GITHUB], io)).toBe(0);
  const both = createTestIo({ env, stdin: github("{}") });
  expect(await run(["verify", "--http", "-", "--config", "-", "--name", "x"], both)).toBe(2);
  expect(both.stderr.text()).toContain("cannot be both the config and the request");
  const missing = createTestIo({ env });
  const path = join(createTempDir({}), "none.http");
  expect(await run(["verify", "--http", path, ...GITHUB], missing)).toBe(1);
  expect(missing.stderr.text()).toContain("there is no such file");
});

test("verify() warns of white space around a secret, and ignores the line feed at the end of a file", async () => {
  const spaced = await verify(GITHUB.slice(0, 4), github("{}"), { env: { NEW: ` ${SECRET}` } });
  expect(spaced.stderr).toBe(
    "warning The environment variable NEW has white space around it, which is cut off.\n",
  );
  const file = createTempFile("github.secret", `${SECRET}\n`);
  const args = ["--provider", "github", "--secret-file", file];
  expect(await verify(args, github("{}"))).toMatchObject({ exitCode: 0, stderr: "" });
});

test.each(["pubsub", "sns"])("verify() asks for a config where %s has no secret", async (name) => {
  for (const secret of [[], ["--secret-env", "NEW"]]) {
    const { exitCode, stdout, stderr } = await verify(
      ["--provider", name, ...secret],
      github("{}"),
    );
    expect([exitCode, stdout]).toEqual([2, ""]);
    expect(stderr).toContain(`No secret verifies the requests of "${name}".`);
    expect(stderr).toContain("Name a config and --name HOOK");
  }
});

test("verify() shows the path of a missing secret file, unless it may be the secret", async () => {
  const shown = await verify(["--provider", "github", "--secret-file", "./none.txt"], github("{}"));
  expect([shown.exitCode, shown.stderr]).toEqual([
    1,
    expect.stringContaining('Cannot read secret "./none.txt": there is no such file.'),
  ]);
  const hidden = await verify(
    ["--provider", "github", "--secret-file", "Zk3vQ9xR7mT2"],
    github("{}"),
  );
  expect([hidden.exitCode, hidden.stderr]).toEqual([
    1,
    expect.stringContaining("Cannot read a secret from a file, by a path that may be a secret."),
  ]);
  expect(hidden.stdout + hidden.stderr).not.toContain("Zk3v");
});
