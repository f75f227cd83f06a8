// `send` with an event of the author's own, or a body, and with the config of the hook.
import { generateKeyPairSync } from "node:crypto";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { createTempDir } from "../../../tools/test-support/temp-dir.ts";
import { run } from "../src/run.ts";
import { startServe } from "./support/start-serve.ts";
import { createTestIo } from "./support/test-io.ts";
// Loaded before a test counts its time: the commands themselves are imported when they run.
import "../src/commands/send.ts";
import "../src/commands/serve.ts";

const env = {
  SECRET: "a-secret-of-more-than-16-bytes",
  OTHER: "another-secret-of-some-bytes",
  THIRD: "a-third-secret-of-some-bytes",
  HOOK: "the-hook-token-of-the-server",
};

type Environment = Readonly<Record<string, string>>;

async function send(
  args: readonly string[],
  { given = env }: { readonly given?: Environment } = {},
) {
  const io = createTestIo({ env: given });
  const exitCode = await run(["send", ...args], io);
  const [stdout, stderr] = [io.stdout.text(), io.stderr.text()];
  // A request that is printed shows the token that it has.
  const shown = args.includes("--http") ? stderr : stdout + stderr;
  for (const secret of Object.values(env)) expect(shown).not.toContain(secret);
  return { exitCode, stdout, stderr };
}

const secret = { env: "SECRET" };
const GITHUB = { match: { path: "github" }, auth: { provider: "github", secret } };

interface Files {
  readonly [name: string]: unknown;
}

/** A server with these mappings, and files beside its config. */
async function serve(mappings: readonly object[], files: Files, hooks: object = {}) {
  const config = {
    hooks: {
      enabled: true,
      token: { env: "HOOK" },
      ...hooks,
      mappings: mappings.map((mapping) => ({ messageTemplate: TELLS_ALL, ...mapping })),
    },
  };
  const texts = Object.entries({ "hooks.json": config, ...files }).map(([name, value]) => [
    name,
    typeof value === "string" ? value : JSON.stringify(value),
  ]);
  const folder = createTempDir(Object.fromEntries(texts));
  const file = (name: string) => join(folder, name);
  const server = await startServe(["--config", file("hooks.json")], { env });
  const { origin } = new URL(server.url);
  return { ...server, origin, file, config: ["--config", file("hooks.json"), "--to", origin] };
}

const TELLS_ALL = "{{payload}} {{headers.x-github-event}} {{query.from}}";

test("send() sends the user's event file with its path, headers, query and payload, signed with the config's secret", async () => {
  const own = {
    path: "ci",
    headers: {
      "X-GitHub-Event": "issues",
      "X-Hub-Signature-256": "sha256=of-an-earlier-delivery",
      "Content-Length": "999",
      Host: "hooks.example.com",
    },
    query: { from: "me" },
    payload: { action: "opened", of: ["me"] },
  };
  const ci = { ...GITHUB, match: { path: "ci" } };
  const { config, io, origin, file } = await serve([ci], { "own.event.json": own });
  const args = ["--event-file", file("own.event.json"), ...config];
  const { exitCode, stdout } = await send(args);
  expect([exitCode, stdout]).toEqual([
    0,
    expect.stringContaining(`own.event.json → ${origin}/hooks/ci (`),
  ]);
  const [line = ""] = await io.stdout.find(/^\{.*\}$/m);
  expect(line).toContain(String.raw`{\"action\":\"opened\",\"of\":[\"me\"]} issues me`);
  const named = await send(["github", ...args, "--json"]);
  expect(JSON.parse(named.stdout)).toMatchObject({
    ok: true,
    provider: "github",
    file: file("own.event.json"),
    status: 202,
  });
  for (const tamper of ["body", "signature"]) {
    expect(await send([...args, "--tamper", tamper])).toMatchObject({ exitCode: 0 });
  }
});

test("send() says that the hook has already seen the user's delivery, and what to change", async () => {
  const own = { path: "stripe", payload: { id: "evt_1", type: "x" } };
  const stripe = { match: { path: "stripe" }, auth: { provider: "stripe", secret } };
  const files = { "a.event.json": own, "b.json": own.payload };
  const { config, file, io } = await serve([stripe, GITHUB], files);
  await send(["--event-file", file("a.event.json"), ...config]);
  const again = await send(["--event-file", file("a.event.json"), ...config]);
  expect([again.exitCode, again.stdout]).toEqual([
    0,
    expect.stringContaining('has seen this delivery. Change "id" in the file'),
  ]);
  const body = ["github", "--body", file("b.json"), ...config];
  await send(body);
  expect((await send(body)).stdout).toContain("Change it in the file to send another one.");
  const changed = { "c.event.json": { ...own, payload: { ...own.payload, id: "evt_2" } } };
  const other = createTempDir({ "c.event.json": JSON.stringify(changed["c.event.json"]) });
  const fresh = await send(["--event-file", join(other, "c.event.json"), ...config]);
  expect(fresh.stdout).not.toContain("repeat");
  await io.stdout.find(/evt_2/);
});

test("send() sends the bytes of a body as they are, with the headers of the sample and those of options", async () => {
  const body = '{ "ref":"refs/heads/main",\n "x":1.0 }\n';
  const { io, url, file } = await serve([GITHUB], { "body.json": body });
  const to = ["github", "--body", file("body.json"), "--to", `${url}/github`];
  const args = [...to, "--secret-env", "SECRET"];
  const printed = await send([...args, "--http", "-"]);
  expect(printed.stdout.endsWith(`\r\n\r\n${body}`)).toBe(true);
  expect(printed.stdout).toMatch(/^POST \/hooks\/github HTTP/);
  const sent = await send([...args, "--event", "pull_request"]);
  expect([sent.exitCode, sent.stdout]).toEqual([
    0,
    expect.stringContaining(", headers of pull_request)"),
  ]);
  await io.stdout.find(/1\} pull_request/);
  await send([...args, "--header", "X-GitHub-Event:release", "--id", "another"]);
  const header = await send([...args, "--http", "-", "--header", "X-GitHub-Event: release"]);
  expect(header.stdout).toContain("x-github-event: release\r\n");
  const sample = await send([
    "github",
    "--header",
    "X-GitHub-Event:ping",
    "--http",
    "-",
    "--secret-env",
    "SECRET",
  ]);
  expect(sample.stdout).toContain("x-github-event: ping\r\n");
});

test("send() writes the current time if a vendor signs one in the body, and says so", async () => {
  const own = { path: "linear", payload: { type: "Issue", webhookTimestamp: 1 } };
  const linear = { match: { path: "linear" }, auth: { provider: "linear", secret } };
  const { config, file } = await serve([linear], { "own.event.json": own });
  const { exitCode, stdout } = await send(["--event-file", file("own.event.json"), ...config]);
  expect([exitCode, stdout]).toEqual([
    0,
    expect.stringContaining(", webhookTimestamp is the time of now)"),
  ]);
});

test("send() authenticates as the config requires: by a scheme, tokens, the hook token, or not at all", async () => {
  const acme = {
    scheme: "hmac",
    secret,
    signature: { header: "x-acme", numbered: 2 },
    signed: "{body}",
  };
  const event = (path: string) => ({ path, headers: { "x-acme2": "old" }, payload: { a: path } });
  const mappings = [
    { match: { path: "acme" }, auth: acme },
    { match: { path: "keyed" }, auth: { token: { env: "OTHER" }, query: "key" } },
    {
      match: { path: "basic" },
      auth: { basic: { user: { env: "THIRD" }, password: { env: "OTHER" } } },
    },
    { match: { path: "plain" } },
    { match: { path: "open" }, auth: "none" },
  ];
  const names = ["acme", "keyed", "basic", "plain", "open"];
  const files = Object.fromEntries(names.map((name) => [`${name}.event.json`, event(name)]));
  for (const token of [{ env: "HOOK" }, ["${HOOK}"], env.HOOK]) {
    const { config, file, io } = await serve(mappings, files, { token });
    for (const name of names) {
      const sent = await send(["--event-file", file(`${name}.event.json`), ...config]);
      expect([name, sent.stdout]).toEqual([name, expect.stringMatching(/\n202 in /)]);
    }
    expect(io.stderr.text()).not.toContain("deprecated");
    const open = ["--event-file", file("open.event.json"), ...config, "--tamper", "body"];
    expect(await send(open)).toMatchObject({
      exitCode: 2,
      stderr: expect.stringContaining("This hook has no proof"),
    });
  }
});

test("send() sends a provider's sample to a hook without auth, with the hook token", async () => {
  const { config, file, url } = await serve([{ match: { path: "github" } }], {
    "own.json": { a: 1 },
  });
  const sent = await send(["github", ...config]);
  expect([sent.exitCode, sent.stdout]).toEqual([0, expect.stringMatching(/^github push → /)]);
  const to = ["--to", `${url}/github/`, "--token-env", "HOOK"];
  const bare = await send(["--event-file", file("own.json"), ...to]);
  expect([bare.exitCode, bare.stdout]).toEqual([0, expect.stringContaining("github ")]);
});

test("send() writes a form if the event, the config or the sample has one, with JSON for nested values", async () => {
  const type = { "Content-Type": "application/x-www-form-urlencoded" };
  const slack = { auth: { provider: "slack", secret }, body: "form" };
  const files = {
    "command.event.json": { path: "command", payload: { text: "a&b", ids: ["1", "2"], n: 3 } },
    "button.event.json": { path: "button", headers: type, payload: { actions: [{ id: "b" }] } },
    "list.event.json": { path: "button", headers: type, payload: [1] },
  };
  const paths = ["command", "button"].map((path) => ({ match: { path }, ...slack }));
  const { config, file, io } = await serve(paths, files);
  for (const name of Object.keys(files)) {
    const sent = await send(["--event-file", file(name), ...config]);
    expect([name, sent.stdout]).toEqual([name, expect.stringMatching(/\n202 in /)]);
  }
  const shown = io.stdout.text();
  expect(shown).toContain(String.raw`{\"text\":\"a&b\",\"ids\":[\"1\",\"2\"],\"n\":\"3\"}`);
  expect(shown).toContain(String.raw`{\"actions\":[{\"id\":\"b\"}]}`);
  expect(shown).toContain("> [1]");
  const twilio = ["twilio", "--event-file", file("command.event.json"), "--secret-env", "SECRET"];
  const url = ["--http", "-", "--to", "https://hooks.example.com/hooks/twilio"];
  expect((await send([...twilio, ...url])).stdout).toContain("\r\n\r\ntext=a%26b&ids=1&ids=2&n=3");
});

test("send() writes a text event unchanged", async () => {
  const headers = { "Content-Type": "text/xml" };
  const files = {
    "text.event.json": { path: "soap", headers, payload: { text: "<a>b</a>" } },
    "more.event.json": { path: "soap", headers, payload: { text: "a", b: 1 } },
  };
  const { file, config } = await serve([{ match: { path: "soap" }, body: "text" }], files);
  const printed = (name: string) => send(["--event-file", file(name), ...config, "--http", "-"]);
  expect((await printed("text.event.json")).stdout.endsWith("\r\n\r\n<a>b</a>")).toBe(true);
  expect((await printed("more.event.json")).stdout.endsWith('{"text":"a","b":1}')).toBe(true);
});

test("send() tries the handshake with the secret of the config", async () => {
  const slack = { match: { path: "slack" }, auth: { provider: "slack", secret } };
  const zoom = { match: { path: "zoom" }, auth: { provider: "zoom", secret: { env: "OTHER" } } };
  const { config, origin } = await serve([slack, zoom], {});
  for (const name of ["slack", "zoom"]) {
    const args = [name, "--handshake", ...config];
    expect([name, (await send(args)).stdout]).toEqual([
      name,
      expect.stringContaining("the handshake is answered"),
    ]);
  }
  const nobody = ["--handshake", ...config.slice(0, 2), "--to", `${origin}/hooks/slack`];
  expect(await send(nobody)).toMatchObject({ exitCode: 0 });
});

test("send() puts a vendor's token into the body if the body can hold it", async () => {
  const monday = { match: { path: "graph" }, auth: { provider: "microsoft-graph", token: secret } };
  const files = { "list.json": { value: { id: 1 } }, "bare.json": { a: 1 }, "text.json": "[" };
  const { config, file, url } = await serve([monday], files);
  const to = ["microsoft-graph", "--to", `${url}/graph`, ...config.slice(0, 2), "--http", "-"];
  const printed = async (name: string) => send([...to, "--body", file(name)]);
  expect((await printed("list.json")).stdout).toContain('{"value":[{"id":1,"clientState":');
  expect((await printed("bare.json")).stdout).toContain('{"a":1,"value":[]}');
  expect(await printed("text.json")).toMatchObject({
    exitCode: 2,
    stderr: expect.stringContaining("which is not a JSON object here"),
  });
});

const OWN = { path: "github", headers: { "X-Event": "line\nfeed" }, payload: {} };
const SPKI = generateKeyPairSync("ed25519")
  .publicKey.export({ type: "spki", format: "der" })
  .toString("base64");
const MULTIPART = { "Content-Type": "multipart/form-data; boundary=x" };
const FILES = {
  "own.event.json": { path: "github", payload: {} },
  "header.event.json": OWN,
  "parts.event.json": { path: "github", headers: MULTIPART, payload: {} },
  "wrong.event.json": { path: "github", payloads: {} },
  "two.ndjson": '{"path":"github","payload":{}}\n{"path":"github","payload":{}}\n',
  "off.json": { hooks: { mappings: [] } },
  "broken.json": "{",
  "nothing.json": { hooks: { enabled: true, token: "the-hook-token-of-the-server", mappings: [] } },
};

test.each([
  [
    "an event file and a body",
    "--event-file own.event.json --body off.json",
    "cannot be combined with --body",
  ],
  [
    "an event file and a sample",
    "--event-file own.event.json --event push",
    "cannot be combined with --event:",
  ],
  ["a handshake with a body", "--handshake --body off.json", "--handshake cannot be combined with"],
  [
    "two inputs from standard input",
    "--config - --body -",
    "cannot be both the config and the body",
  ],
  ["an event file alone", "--event-file own.event.json", "The sender of the event is unknown."],
  ["a body alone", "--body off.json", "The sender of the event is unknown."],
  [
    "a handshake of nobody",
    "--handshake --config hooks.json --event x",
    "The sender of the event is unknown.",
  ],
  ["a wrong key in an event file", "github --event-file wrong.event.json", "payloads"],
  ["several events", "github --event-file two.ndjson", "Write --event-file"],
  [
    "a header that no request can have",
    "--event-file header.event.json --config hooks.json",
    'The header "x-event" cannot be sent.',
  ],
  ["a multipart event", "--event-file parts.event.json --config hooks.json", "pass it by --body"],
  ["a config that is broken", "github --config broken.json", "broken.json"],
  ["hooks that are off", "github --config off.json", "hooks.enabled is not true"],
  [
    "a hook that the config has not",
    "shopify --config hooks.json",
    'no hook "shopify".\n  It has: github, stripe-live',
  ],
  ["a config without a hook", "stripe --config nothing.json", 'The config has no hook "stripe".'],
  [
    "another vendor than the config's",
    "github --config hooks.json --to http://a.example/hooks/stripe-live",
    "belongs to Stripe.",
  ],
  [
    "a vendor who alone can sign",
    "--config hooks.json --to http://a.example/hooks/sns",
    "send cannot sign as Amazon SNS",
  ],
  [
    "a public key without a private one",
    "--event-file own.event.json --config hooks.json --to http://a.example/x/hooks%ZZ",
    "The config has no hook",
  ],
  [
    "a key of one's own scheme",
    "--event-file own.event.json --config hooks.json --to http://a.example/hooks/keys",
    "has no secret that signs for this hook",
  ],
  ["a vendor's private key", "discord --config hooks.json", "Write --private-key-file FILE"],
  ["a secret that is not set", "github --config hooks.json", "its secret cannot be read here"],
  [
    "a token that is not set",
    "--event-file own.event.json --config hooks.json --to http://a.example/hooks/keyed",
    "its token cannot be read here",
  ],
  [
    "a hook token that is not set",
    "--event-file own.event.json --config hooks.json --to http://a.example/hooks/plain",
    "hooks.token cannot be read here",
  ],
] as const)("send() returns 2 for %s", async (what, args, message) => {
  const publicKey = "0a".repeat(32);
  const mappings = [
    GITHUB,
    { match: { path: "stripe-live" }, auth: { provider: "stripe", secret: { env: "OTHER" } } },
    {
      match: { path: "sns" },
      auth: { provider: "sns", topics: ["arn:aws:sns:eu-west-1:123456789012:a"] },
    },
    { match: { path: "discord" }, auth: { provider: "discord", publicKey } },
    {
      match: { path: "keys" },
      auth: {
        scheme: "publicKey",
        algorithm: "ed25519",
        publicKey: SPKI,
        signature: { header: "x-s" },
      },
    },
    { match: { path: "keyed" }, auth: { token: { env: "THIRD" }, header: "x-key" } },
    { match: { path: "plain" } },
  ].map((mapping) => ({ messageTemplate: "m", ...mapping }));
  const config = { hooks: { enabled: true, token: { env: "HOOK" }, mappings } };
  const texts = Object.entries({ ...FILES, "hooks.json": config }).map(([name, value]) => [
    name,
    typeof value === "string" ? value : JSON.stringify(value),
  ]);
  const folder = createTempDir(Object.fromEntries(texts));
  const given = what.includes("that is not set") ? { OTHER: env.OTHER } : env;
  const paths = args
    .split(" ")
    .map((word) => (/\.(?:nd)?json$/.test(word) ? join(folder, word) : word));
  const { exitCode, stdout, stderr } = await send(paths, { given });
  expect([exitCode, stdout, stderr]).toEqual([2, "", expect.stringContaining(message)]);
});

test("send() recognizes a form with files and compressed bytes, and makes a new event of them", async () => {
  const part = (name: string, value: string) =>
    `--x1\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
  const bodies = {
    "form.bin": `${part("a", "1")}--x1--\r\n`,
    "order.json": '{"order":{"number":"A-7"},"items":[{"sku":"s1"}]}',
    "order.txt": "number=7&a=b",
  };
  const server = await serve(
    [
      { match: { path: "parts" }, body: "multipart" },
      { match: { path: "json" }, dedupeKey: "k:{{lower payload.order.number}}" },
      { match: { path: "each" }, forEach: "items", dedupeKey: "k:{{item.sku}}" },
      { match: { path: "form" }, body: "form", dedupeKey: "k:{{number}}" },
      { match: { path: "signed" }, auth: { provider: "github", secret }, body: "multipart" },
    ],
    bodies,
  );
  await writeFile(server.file("form.gz"), gzipSync(bodies["form.bin"]));
  await writeFile(server.file("order.gz"), gzipSync(bodies["order.json"]));
  const hooks = {
    parts: ["form.bin", "form.gz"],
    json: ["order.json", "order.gz"],
    each: ["order.json"],
    form: ["order.txt"],
    signed: ["form.bin", "form.gz"],
  };
  for (const [hook, names] of Object.entries(hooks)) {
    for (const name of [...names, ...names]) {
      const to = ["--config", server.file("hooks.json"), "--to", `${server.origin}/hooks/${hook}`];
      const { exitCode, stdout } = await send(["--body", server.file(name), "--fresh", ...to]);
      expect([hook, name, exitCode, stdout]).toEqual([
        hook,
        name,
        0,
        expect.stringMatching(/\n202 /),
      ]);
      expect(stdout).not.toContain("a repeat");
    }
  }
  await server.stop();
});

test("send() signs with the config's secret for vendors that sign a part of the message, or a token", async () => {
  const mappings = [
    { match: { path: "mailgun" }, auth: { provider: "mailgun", secret } },
    { match: { path: "netlify" }, auth: { provider: "netlify", secret: "${OTHER}" } },
    { match: { path: "vonage" }, auth: { provider: "vonage", secrets: [{ env: "THIRD" }] } },
  ];
  const server = await serve(mappings, {});
  for (const { match } of mappings) {
    const { exitCode, stdout } = await send([match.path, ...server.config]);
    expect([match.path, exitCode, stdout]).toEqual([
      match.path,
      0,
      expect.stringMatching(/\n20\d /),
    ]);
  }
  const unset = await send(["mailgun", ...server.config], { given: { HOOK: env.HOOK } });
  expect(unset.exitCode).toBe(2);
  await server.stop();
});
