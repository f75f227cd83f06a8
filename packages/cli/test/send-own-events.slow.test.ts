// `send` with an event of the author's own, or a body, and with the config of the hook.
import { generateKeyPairSync } from "node:crypto";
import { writeFile } from "node:fs/promises";
import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { configOf, createFiles, env, expectSent, secret, send, serve } from "./support/senders.ts";

const GITHUB = { match: { path: "github" }, auth: { provider: "github", secret } };

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
  await expectSent(args, [0, `own.event.json → ${origin}/hooks/ci (`]);
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
    await expectSent([...args, "--tamper", tamper], [0]);
  }
});

test("send() says that the hook has already seen the user's delivery, and what to change", async () => {
  const own = { path: "stripe", payload: { id: "evt_1", type: "x" } };
  const stripe = { match: { path: "stripe" }, auth: { provider: "stripe", secret } };
  const files = { "a.event.json": own, "b.json": own.payload };
  const { config, file } = await serve([stripe, GITHUB], files);
  const event = ["--event-file", file("a.event.json"), ...config];
  await expectSent(event, [0]);
  await expectSent(event, [0, 'has seen this delivery. Change "id" in the file']);
  const body = ["github", "--body", file("b.json"), ...config];
  await expectSent(body, [0]);
  await expectSent(body, [0, "Change it in the file to send another one."]);
  await writeFile(file("a.event.json"), JSON.stringify({ ...own, payload: { id: "evt_2" } }));
  expect((await expectSent(event, [0])).stdout).not.toContain("repeat");
});

test("send() sends the bytes of a body as they are, with the headers of the sample and those of options", async () => {
  const body = '{ "ref":"refs/heads/main",\n "x":1.0 }\n';
  const { io, url, file } = await serve([GITHUB], { "body.json": body });
  const to = ["github", "--body", file("body.json"), "--to", `${url}/github`];
  const args = [...to, "--secret-env", "SECRET"];
  const printed = await send([...args, "--http", "-"]);
  expect(printed.stdout.endsWith(`\r\n\r\n${body}`)).toBe(true);
  expect(printed.stdout).toMatch(/^POST \/hooks\/github HTTP/);
  await expectSent([...args, "--event", "pull_request"], [0, ", headers of pull_request)"]);
  await io.stdout.find(/1\} pull_request/);
  const header = ["--http", "-", "--header", "X-GitHub-Event: release"];
  await expectSent([...args, ...header], [0, "x-github-event: release\r\n"]);
  const sample = ["github", ...header, "--secret-env", "SECRET"];
  await expectSent(sample, [0, "x-github-event: release\r\n"]);
});

test("send() writes the current time if a vendor signs one in the body, and says so", async () => {
  const own = { path: "linear", payload: { type: "Issue", webhookTimestamp: 1 } };
  const linear = { match: { path: "linear" }, auth: { provider: "linear", secret } };
  const { config, file } = await serve([linear], { "own.event.json": own });
  const args = ["--event-file", file("own.event.json"), ...config];
  await expectSent(args, [0, ", webhookTimestamp is the time of now)"]);
});

test("send() authenticates as the config requires: by a scheme, tokens, the hook token, or not at all", async () => {
  const signature = { header: "x-acme", numbered: 2 };
  const acme = { scheme: "hmac", secret, signature, signed: "{body}" };
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
      await expectSent(["--event-file", file(`${name}.event.json`), ...config], [0, /\n202 in /]);
    }
    expect(io.stderr.text()).not.toContain("deprecated");
    const open = ["--event-file", file("open.event.json"), ...config, "--tamper", "body"];
    await expectSent(open, [2, "This hook has no proof"]);
  }
});

test("send() sends a provider's sample to a hook without auth, with the hook token", async () => {
  const files = { "own.json": { a: 1 } };
  const { config, file, url } = await serve([{ match: { path: "github" } }], files);
  await expectSent(["github", ...config], [0, /^github push → /]);
  const to = ["--to", `${url}/github/`, "--token-env", "HOOK"];
  await expectSent(["--event-file", file("own.json"), ...to], [0, "github "]);
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
    await expectSent(["--event-file", file(name), ...config], [0, /\n202 in /]);
  }
  const shown = io.stdout.text();
  expect(shown).toContain(String.raw`{\"text\":\"a&b\",\"ids\":[\"1\",\"2\"],\"n\":\"3\"}`);
  expect(shown).toContain(String.raw`{\"actions\":[{\"id\":\"b\"}]}`);
  expect(shown).toContain("> [1]");
  const twilio = ["twilio", "--event-file", file("command.event.json"), "--secret-env", "SECRET"];
  const url = ["--http", "-", "--to", "https://hooks.example.com/hooks/twilio"];
  await expectSent([...twilio, ...url], [0, "\r\n\r\ntext=a%26b&ids=1&ids=2&n=3"]);
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
    await expectSent([name, "--handshake", ...config], [0, "the handshake is answered"]);
  }
  const unnamed = ["--handshake", ...config.slice(0, 2), "--to", `${origin}/hooks/slack`];
  await expectSent(unnamed, [0]);
});

test("send() puts a vendor's token into the body if the body can hold it", async () => {
  const monday = { match: { path: "graph" }, auth: { provider: "microsoft-graph", token: secret } };
  const files = { "list.json": { value: { id: 1 } }, "bare.json": { a: 1 }, "text.json": "[" };
  const { config, file, url } = await serve([monday], files);
  const to = ["microsoft-graph", "--to", `${url}/graph`, ...config.slice(0, 2), "--http", "-"];
  const args = (name: string) => [...to, "--body", file(name)];
  await expectSent(args("list.json"), [0, '{"value":[{"id":1,"clientState":']);
  await expectSent(args("bare.json"), [0, '{"a":1,"value":[]}']);
  await expectSent(args("text.json"), [2, "which is not a JSON object here"]);
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

const OTHERS = [
  GITHUB,
  { match: { path: "stripe-live" }, auth: { provider: "stripe", secret: { env: "OTHER" } } },
  {
    match: { path: "sns" },
    auth: { provider: "sns", topics: ["arn:aws:sns:eu-west-1:123456789012:a"] },
  },
  { match: { path: "discord" }, auth: { provider: "discord", publicKey: "0a".repeat(32) } },
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
];

/** The words are arguments; `at NAME` is the URL of that hook, and names of files are in a folder of all. */
test.each([
  ["--event-file own.event.json --body off.json", "cannot be combined with --body"],
  ["--event-file own.event.json --event push", "cannot be combined with --event:"],
  ["--handshake --body off.json", "--handshake cannot be combined with"],
  ["--config - --body -", "cannot be both the config and the body"],
  ["--event-file own.event.json", "The sender of the event is unknown."],
  ["--body off.json", "The sender of the event is unknown."],
  ["--handshake --config hooks.json --event x", "The sender of the event is unknown."],
  ["github --event-file wrong.event.json", "payloads"],
  ["github --event-file two.ndjson", "Write --event-file"],
  ["--event-file header.event.json --config hooks.json", 'The header "x-event" cannot be sent.'],
  ["--event-file parts.event.json --config hooks.json", "pass it by --body"],
  ["github --config broken.json", "broken.json"],
  ["github --config off.json", "hooks.enabled is not true"],
  ["shopify --config hooks.json", 'no hook "shopify".\n  It has: github, stripe-live'],
  ["stripe --config nothing.json", 'The config has no hook "stripe".'],
  ["github --config hooks.json at stripe-live", "belongs to Stripe."],
  ["--config hooks.json at sns", "send cannot sign as Amazon SNS"],
  ["--event-file own.event.json --config hooks.json at x%ZZ", "The config has no hook"],
  ["--event-file own.event.json --config hooks.json at keys", "has no secret that signs for this"],
  ["discord --config hooks.json", "Write --private-key-file FILE"],
  ["github --config hooks.json", "its secret cannot be read here"],
  ["--event-file own.event.json --config hooks.json at keyed", "its token cannot be read here"],
  ["--event-file own.event.json --config hooks.json at plain", "hooks.token cannot be read here"],
])("send() returns 2 for %s: %s", async (words, message) => {
  const file = createFiles({ ...FILES, "hooks.json": configOf(OTHERS) });
  const args = words
    .replace(/at (\S+)/, "--to http://a.example/hooks/$1")
    .split(" ")
    .map((word) => (/\.(?:nd)?json$/.test(word) ? file(word) : word));
  const given = message.includes("cannot be read here") ? { OTHER: env.OTHER } : env;
  const { exitCode, stdout, stderr } = await send(args, given);
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
      const args = ["--body", server.file(name), "--fresh", ...to];
      expect((await expectSent(args, [0, /\n202 /])).stdout).not.toContain("a repeat");
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
    await expectSent([match.path, ...server.config], [0, /\n20\d /]);
  }
  const unset = await send(["mailgun", ...server.config], { HOOK: env.HOOK });
  expect(unset.exitCode).toBe(2);
  await server.stop();
});
