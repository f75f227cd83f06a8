import { readFileSync, statSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { createTempDir, createTempFile } from "../../../../tools/test-support/temp-dir.ts";
import { startServe } from "../../test/support/start-serve.ts";
import { createTestIo, type TestInput } from "../../test/support/test-io.ts";
import { run } from "../run.ts";
// Loaded before a test counts its time: the commands themselves are imported when they run.
import "./send.ts";
import "./serve.ts";
import "./verify.ts";

const SECRET = "a-secret-of-more-than-16-bytes";
const env = {
  SECRET,
  OTHER: "another-secret-of-some-bytes",
  HEX: "0a".repeat(32),
  HEX2: "0b".repeat(32),
  HOOK: "the-hook-token-of-the-server",
};

async function send(args: readonly string[], input: TestInput = {}) {
  const io = createTestIo({ env, ...input });
  const exitCode = await run(["send", ...args], io);
  const [stdout, stderr] = [io.stdout.text(), io.stderr.text()];
  expect(stdout + stderr).not.toContain(SECRET);
  return { exitCode, stdout, stderr };
}

/** A mapping for each name, with its auth. */
async function serve(auths: Readonly<Record<string, object | string>>) {
  const mappings = Object.entries(auths).map(([path, auth]) => ({
    match: { path },
    auth,
    messageTemplate: "m",
  }));
  const config = { hooks: { enabled: true, token: { env: "HOOK" }, mappings } };
  const file = createTempFile("hooks.json", JSON.stringify(config));
  return { ...(await startServe(["--config", file], { env })), file };
}

const FROM = ["--secret-env", "SECRET"];
const secret = { env: "SECRET" };

test("send() sends a sample that passes, and prints the answer", async () => {
  const { url } = await serve({ github: { provider: "github", secret } });
  const { exitCode, stdout } = await send(["github", "--to", `${url}/github`, ...FROM]);
  expect(exitCode).toBe(0);
  expect(stdout).toMatch(
    /^github push → http:\/\/127[^ ]+\/hooks\/github \(\d+ bytes\)\n202 in \d+ ms\n\{"ok":true,"runId":"[^"]+"\}\n$/,
  );
});

test("send() says that a delivery with the same id got the first answer again", async () => {
  const { url } = await serve({ github: { provider: "github", secret } });
  const args = ["github", "--to", `${url}/github`, ...FROM, "--id", "the-same"];
  const first = await send(args);
  const second = await send(args);
  expect(first.stdout).not.toContain("repeat");
  expect(second.stdout).toContain(" ms, a repeat: the first answer again\n");
  expect(second.stdout.split("\n")[2]).toBe(first.stdout.split("\n")[2]);
});

test("send() returns 0 if the tampered request is refused, and 1 if it is accepted", async () => {
  const { url } = await serve({ stripe: { provider: "stripe", secret }, open: "none" });
  for (const tamper of ["body", "time", "signature"]) {
    const args = ["stripe", ...FROM, "--tamper", tamper];
    const refused = await send([...args, "--to", `${url}/stripe`]);
    expect([refused.exitCode, refused.stdout]).toEqual([
      0,
      expect.stringMatching(
        new RegExp(`, with another ${tamper}\\)\\n401 in \\d+ ms, as expected`),
      ),
    ]);
    const accepted = await send([...args, "--to", `${url}/open`]);
    expect([accepted.exitCode, accepted.stdout]).toEqual([
      1,
      expect.stringContaining(`A request with another ${tamper} was accepted: nothing checks it.`),
    ]);
  }
});

test.each([
  [204, 0, "no mapping takes this event, or one skips it"],
  [302, 1, "Vendors do not follow redirects"],
  [500, 1, ""],
])("send() says what to do after a %d", async (status, code, hint) => {
  const url = await answerWith({ status, headers: { location: "/elsewhere" } });
  const { exitCode, stdout } = await send(["github", "--to", url, ...FROM]);
  expect([exitCode, stdout]).toEqual([code, expect.stringContaining(hint)]);
  if (hint === "") expect(stdout).not.toContain("  ");
});

test("send() reports a lost connection, and an answer that is not JSON", async () => {
  const lost = await send(["github", "--to", await answerWith({}), ...FROM]);
  expect(lost).toMatchObject({
    exitCode: 1,
    stderr: expect.stringContaining("No answer from"),
  });
  const url = await answerWith({ status: 200, body: "a\u001b[2Jpage" });
  const page = await send(["okta", "--handshake", "--to", url]);
  expect([page.exitCode, page.stdout]).toEqual([1, expect.stringContaining("a\\u001b[2Jpage")]);
  const empty = await answerWith({ status: 200 });
  const nothing = await send(["okta", "--handshake", "--to", empty]);
  expect(nothing.stdout).toMatch(/to the handshake\n {2}The mapping needs the provider/);
});

interface CannedAnswer {
  /** None: the connection is closed. */
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

async function answerWith({ status, headers, body = "" }: CannedAnswer): Promise<string> {
  const server = createServer((request, response) => {
    if (status === undefined) request.socket.destroy();
    else response.writeHead(status, headers).end(body);
  });
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/hooks/x`;
}

test("send() says what to do after a 401 and a 404", async () => {
  const { url } = await serve({
    github: { provider: "github", secret },
    square: { provider: "square", secret, publicUrl: "https://hooks.example.com/hooks/square" },
  });
  const wrong = await send(["github", "--to", `${url}/github`, "--secret-env", "OTHER"]);
  expect(wrong.exitCode).toBe(1);
  expect(wrong.stdout).toContain("hookwright verify FILE --name github --http captured");
  const square = ["square", "--to", `${url}/square`, ...FROM];
  const other = await send(square);
  expect(other.stdout).toContain("--public-url must be the publicUrl of the mapping.");
  const publicUrl = ["--public-url", "https://hooks.example.com/hooks/square"];
  expect(await send([...square, ...publicUrl])).toMatchObject({ exitCode: 0 });
  const away = await send(["github", "--to", url.replace("/hooks", "/hok"), ...FROM]);
  expect(away.exitCode).toBe(1);
  expect(away.stdout).toMatch(/404 in [\s\S]*Check the base path/);
});

test("serve() logs which check failed, and once per hook how to find out why", async () => {
  const { url, io, file } = await serve({ github: { provider: "github", secret } });
  const args = ["github", "--to", `${url}/github`, ...FROM, "--tamper", "body"];
  await send(args);
  await send(args);
  await io.stderr.find(/unauthorized[\s\S]*unauthorized/);
  const log = io.stderr.text();
  expect(log).toContain(
    "401 POST github → unauthorized: signature_wrong, from 127.0.0.1, The signature is wrong: another secret, or",
  );
  const hint = `hookwright verify ${file} --name github --http FILE`;
  expect(log.split(hint)).toHaveLength(2);
});

test("send() writes a request that verify reads, readable by its owner alone", async () => {
  const folder = createTempDir({});
  const http = join(folder, "r.http");
  const written = await send(["slack", "--http", http, ...FROM]);
  expect(written).toMatchObject({ exitCode: 0, stdout: expect.stringContaining("is in ") });
  expect(readFileSync(http, "latin1")).toMatch(
    /^POST \/hooks\/slack HTTP\/1\.1\r\nHost: localhost\r\nDate: .* GMT\r\n[\s\S]*Content-Length: \d+\r\n\r\n\{/,
  );
  expect(statSync(http).mode & 0o777).toBe(0o600);
  const io = createTestIo({ env });
  const args = ["verify", "--provider", "slack", ...FROM, "--http", http];
  expect(await run(args, io)).toBe(0);
  const json = await send(["slack", "--http", http, ...FROM, "--json"]);
  expect(JSON.parse(json.stdout)).toEqual({ schema: "hookwright.send/1", ok: true, http });
  const printed = await send(["slack", "--http", "-", ...FROM, "--to", "https://a.example/x?y=1"]);
  expect(printed.stdout).toMatch(/^POST \/x\?y=1 HTTP\/1\.1\r\nHost: a\.example\r\n/);
  const failed = await send(["slack", "--http", join(folder, "no/r.http"), ...FROM]);
  expect(failed).toMatchObject({ exitCode: 1, stderr: expect.stringContaining("says ENOENT") });
});

test("send() shows tokens where the vendors put them", async () => {
  const { url } = await serve({
    telegram: { provider: "telegram", token: secret },
    monday: { provider: "monday", token: secret },
    gitlab: { provider: "gitlab", token: secret },
  });
  for (const name of ["telegram", "monday", "gitlab"]) {
    const args = [name, "--to", `${url}/${name}`, "--token-env", "SECRET"];
    expect([name, (await send(args)).exitCode]).toEqual([name, 0]);
    expect([name, (await send([...args, "--tamper", "signature"])).exitCode]).toEqual([name, 0]);
  }
  expect(await send(["telegram", "--to", `${url}/telegram`, ...FROM])).toMatchObject({
    exitCode: 0,
  });
  const args = ["telegram", "--to", `${url}/telegram`, "--token-env", "SECRET", "--tamper", "body"];
  const { exitCode, stderr } = await send(args);
  expect([exitCode, stderr]).toEqual([2, expect.stringContaining("signs nothing, so no change")]);
});

test("send() makes a key pair, and signs with a private key", async () => {
  const folder = createTempDir({});
  const pem = join(folder, "key.pem");
  const made = await send(["discord", "--new-key", pem]);
  expect(made).toMatchObject({ exitCode: 0, stdout: "" });
  expect(statSync(pem).mode & 0o777).toBe(0o600);
  const publicKey = /publicKey: "(\w{64})"/.exec(made.stderr)?.[1] as string;
  const { url } = await serve({ discord: { provider: "discord", publicKey } });
  const to = ["discord", "--to", `${url}/discord`];
  expect(await send([...to, "--private-key-file", pem])).toMatchObject({ exitCode: 0 });
  const pemEnv = { ...env, PEM: readFileSync(pem, "utf8") };
  const byEnv = await send([...to, "--private-key-env", "PEM"], { env: pemEnv });
  expect(byEnv.exitCode).toBe(0);
  for (const tamper of ["body", "time", "signature"]) {
    const args = [...to, "--private-key-file", pem, "--tamper", tamper];
    expect([tamper, (await send(args)).exitCode]).toEqual([tamper, 0]);
  }
  const again = await send(["discord", "--new-key", pem]);
  expect(again).toMatchObject({
    exitCode: 1,
    stderr: expect.stringContaining("already."),
  });
  const away = await send(["discord", "--new-key", join(folder, "no/key.pem")]);
  expect(away.stderr).toContain("the system says ENOENT");
  const other = await send(["sendgrid", "--http", "-", "--private-key-file", pem]);
  expect(other.stderr).toContain("not of the kind ec");
  const bad = await send([...to, "--private-key-env", "SECRET"]);
  expect(bad).toMatchObject({ exitCode: 2, stderr: expect.stringContaining("is not in PEM") });
  const none = await send(["github", "--http", "-", "--private-key-file", pem]);
  expect(none.stderr).toContain("GitHub does not sign with a private key.");
});

const HANDSHAKES = [
  ["slack", { secret }],
  ["meta", { secret, handshake: { verifyToken: { env: "OTHER" } } }],
  ["zoom", { secret }],
  ["x", { secret }],
  ["microsoft-graph", { token: secret }],
  ["dropbox", { secret }],
  ["twitch", { secret }],
  ["monday", { token: secret }],
  ["okta", { token: secret }],
  ["front", { secret }],
  ["ringcentral", { token: secret }],
  ["trello", { secret, publicUrl: "https://hooks.example.com/hooks/trello" }],
  [
    "ebay",
    {
      token: secret,
      publicUrl: "https://hooks.example.com/hooks/ebay",
      handshake: { verifyToken: { env: "OTHER" } },
    },
  ],
  ["linkedin", { secret }],
  ["feishu", { token: secret, handshake: { verifyToken: { env: "OTHER" } } }],
  ["cloudevents", { token: secret }],
  ["woocommerce", { secret }],
  ["mailchimp", { token: secret }],
  ["mandrill", { secret, publicUrl: "https://hooks.example.com/hooks/mandrill" }],
] as const;

test("send() sends each handshake, and checks the answer", async () => {
  for (const [name, auth] of HANDSHAKES) {
    // No two hooks have the secret of a handshake that signs.
    const github = { provider: "github", secret: { env: "HEX" } };
    const { url } = await serve({ [name]: { provider: name, ...auth }, github });
    const urls = ["--public-url", `https://hooks.example.com/hooks/${name}`];
    const args = [name, "--handshake", ...FROM, "--verify-token-env", "OTHER", ...urls];
    const right = await send([...args, "--to", `${url}/${name}`]);
    expect([name, right.stdout, right.exitCode]).toEqual([
      name,
      expect.stringContaining("the handshake is answered"),
      0,
    ]);
    const wrong = await send([...args, "--to", `${url}/github`, "--json"]);
    expect([name, wrong.exitCode]).toEqual([name, 1]);
    expect(JSON.parse(wrong.stdout)).toMatchObject({ ok: false, provider: name });
  }
});

test("send() does not accept an answer of 200 to a handshake if its body is wrong", async () => {
  const { url } = await serve({ open: "none" });
  for (const name of [
    "slack",
    "zoom",
    "twitch",
    "monday",
    "feishu",
    "microsoft-graph",
    "front",
    "ringcentral",
  ]) {
    const args = [name, "--handshake", ...FROM, "--verify-token-env", "OTHER"];
    const { exitCode, stdout } = await send([...args, "--to", `${url}/open`]);
    expect([name, exitCode, stdout]).toEqual([
      name,
      1,
      expect.stringContaining("this is not the right"),
    ]);
  }
});

test("send() makes the handshake of a public key", async () => {
  const pem = join(createTempDir({}), "key.pem");
  const { stderr } = await send(["discord", "--new-key", pem]);
  const publicKey = /publicKey: "(\w{64})"/.exec(stderr)?.[1] as string;
  const { url } = await serve({ discord: { provider: "discord", publicKey } });
  const args = ["discord", "--handshake", "--to", `${url}/discord`, "--private-key-file", pem];
  expect(await send(args)).toMatchObject({ exitCode: 0 });
});

test("send() lists the providers with their events", async () => {
  const { stdout } = await send(["--list"]);
  expect(stdout).toMatch(/^github +secret +push, pull_request, issues, ping, star *$/m);
  expect(stdout).toMatch(/^monday +secret, token +create_pulse; --handshake *$/m);
  expect(stdout).toMatch(/^gitlab +secret, token +push, merge_request *$/m);
  expect(stdout).toMatch(/^discord +private key +APPLICATION_AUTHORIZED; --handshake *$/m);
  expect(stdout).toMatch(/^render +secret +sample.created \(generic\) *$/m);
  const json = JSON.parse((await send(["--list", "--json"])).stdout).providers;
  expect(json).toContainEqual({
    id: "slack",
    name: "Slack",
    ways: ["secret"],
    events: ["app_mention", "message", "slash_command", "block_actions"],
    handshake: true,
    isGeneric: false,
  });
});

test("send() prints JSON for programs, and says that a sample is generic", async () => {
  const { url } = await serve({ orb: { provider: "orb", secret } });
  const to = ["orb", "--to", `${url}/orb`, ...FROM, "--id", "again"];
  expect((await send(to)).stdout).toContain("bytes, our own sample instead of Orb's)");
  const { stdout } = await send([...to, "--json", "--tamper", "body"]);
  expect(JSON.parse(stdout)).toMatchObject({
    ok: true,
    provider: "orb",
    event: "sample.created",
    isGeneric: true,
    url: `${url}/orb`,
    tamper: "body",
    status: 401,
  });
  const own = await send(["github", "--to", `${url}/orb`, ...FROM, "--json"]);
  expect(Object.keys(JSON.parse(own.stdout))).not.toContain("isGeneric");
});

test("send() reports that no server answers", async () => {
  const args = ["github", "--to", "http://127.0.0.1:1/hooks/github", ...FROM];
  const { exitCode, stderr } = await send(args);
  expect(exitCode).toBe(1);
  expect(stderr).toMatch(/No answer from http:\/\/127\.0\.0\.1:1: /);
});

test.each([
  ["no provider", [], "The sender of the event is unknown."],
  ["an unknown provider", ["gihub"], 'Did you mean "github"?'],
  ["another unknown provider", ["qqqqqqqqqqqqqq"], "hookwright send --list names all."],
  ["an unknown event", ["github", "--event", "pusch"], 'Did you mean "push"?'],
  ["no URL", ["github", ...FROM], "The URL to send to is missing."],
  ["a URL that is none", ["github", ...FROM, "--to", "a.example"], "--to is not a URL."],
  ["a URL of another kind", ["github", ...FROM, "--to", "ftp://a.example"], "--to is not a URL."],
  ["no secret", ["github", "--http", "-"], "Write --secret-env NAME."],
  ["no token", ["telegram", "--http", "-"], "Write --token-env NAME."],
  ["a secret for a key", ["discord", ...FROM, "--http", "-"], "Write --private-key-file FILE"],
  [
    "no key",
    ["discord", "--http", "-"],
    "Write --private-key-file FILE (--new-key FILE makes it).",
  ],
  [
    "a secret and a token",
    ["gitlab", ...FROM, "--token-env", "SECRET", "--http", "-"],
    "with a secret or with a token, not with both",
  ],
  ["a secret in another form", ["svix", ...FROM, "--http", "-"], "is not what is expected: base64"],
  ["no public URL", ["square", ...FROM, "--http", "-"], "Write --public-url."],
  ["no URL of a token", ["jira-connect", ...FROM, "--http", "-"], "Write --public-url."],
  ["no secret of a token", ["netlify", "--http", "-"], "Write --secret-env NAME."],
  [
    "a time that is not signed",
    ["github", ...FROM, "--http", "-", "--tamper", "time"],
    "signs no time stamp",
  ],
  ["another change", ["github", "--tamper", "all"], "Allowed choices are body, time, signature"],
  ["no handshake", ["github", "--handshake"], "GitHub has no known handshake."],
  ["a handshake without a URL", ["slack", "--handshake"], "The URL to send to is missing."],
  [
    "a handshake without its secret",
    ["x", "--handshake", "--to", "http://a.example"],
    "needs the secret",
  ],
  [
    "a handshake without its token",
    ["meta", "--handshake", "--to", "http://a.example"],
    "Write --verify-token-env NAME.",
  ],
])("send() returns 2 for %s", async (_what, args, message) => {
  const { exitCode, stdout, stderr } = await send(args);
  expect([exitCode, stdout]).toEqual([2, ""]);
  expect(stderr).toContain(message);
});

test("send() signs for senders of tokens and of signed messages, and no tampered request passes", async () => {
  const { url } = await serve({
    netlify: { provider: "netlify", secret },
    vonage: { provider: "vonage", secret },
    "jira-connect": { provider: "jira-connect", secret },
    monday: { provider: "monday", secret },
    mailgun: { provider: "mailgun", secret },
    adyen: { provider: "adyen", secret: { env: "HEX" } },
  });
  const tamperings = {
    netlify: ["body", "signature"],
    vonage: ["body", "time", "signature"],
    "jira-connect": ["time", "signature"],
    monday: ["time", "signature"],
    mailgun: ["time", "signature"],
    adyen: ["body", "signature"],
  };
  for (const [name, noticed] of Object.entries(tamperings)) {
    const proof = ["--secret-env", name === "adyen" ? "HEX" : "SECRET"];
    const args = [name, "--to", `${url}/${name}?a=1`, ...proof];
    expect([name, await send(args)]).toEqual([name, expect.objectContaining({ exitCode: 0 })]);
    for (const tamper of ["body", "time", "signature"]) {
      const { exitCode, stderr } = await send([...args, "--tamper", tamper]);
      const known = noticed.includes(tamper);
      expect([name, tamper, exitCode]).toEqual([name, tamper, known ? 0 : 2]);
      const reason = tamper === "body" ? "does not cover the body" : "signs no time stamp";
      if (!known) expect(stderr).toContain(reason);
    }
  }
});

test("verify() explains what send() writes for senders of tokens and of signed messages", async () => {
  const names = ["netlify", "vonage", "jira-connect", "monday", "mailgun", "adyen"];
  for (const name of names) {
    const http = join(createTempDir({}), "r.http");
    const proof = ["--secret-env", name === "adyen" ? "HEX" : "SECRET"];
    const publicUrl = ["--public-url", `https://a.example/hooks/${name}`];
    await send([name, "--http", http, ...proof, ...publicUrl]);
    const verify = async (key: readonly string[]) => {
      const io = createTestIo({ env });
      const exitCode = await run(["verify", "--provider", name, ...key, "--http", http], io);
      return { exitCode, stdout: io.stdout.text() };
    };
    const right = await verify(proof);
    expect([name, right]).toEqual([
      name,
      { exitCode: 0, stdout: expect.stringContaining(`passes ${name}: secret 1 is right`) },
    ]);
    const wrong = await verify(["--secret-env", name === "adyen" ? "HEX2" : "OTHER"]);
    expect([name, wrong]).toEqual([
      name,
      { exitCode: 1, stdout: expect.stringContaining(`refused ${name}: signature_wrong`) },
    ]);
  }
});

test.each([
  ["pubsub", "Google alone has the private key", "gcloud pubsub topics publish"],
  ["sns", "Amazon alone has the private key", "aws sns publish"],
])("send() says why it cannot sign as %s, and what to do instead", async (name, why, instead) => {
  for (const more of [["--to", "http://127.0.0.1:1/x"], ["--handshake"], ["--http", "-"], FROM]) {
    const { exitCode, stdout, stderr } = await send([name, ...more]);
    expect([exitCode, stdout]).toEqual([2, ""]);
    expect(stderr).toContain(why);
    expect(stderr).toContain(instead);
  }
  const { stdout } = await send(["--list"]);
  const line = stdout.split("\n").find((one) => one.startsWith(`${name} `));
  expect(line).toContain(`cannot be sent: ${why}. Instead: ${instead}`);
  const json: object[] = JSON.parse((await send(["--list", "--json"])).stdout).providers;
  expect(json).toContainEqual(
    expect.objectContaining({
      id: name,
      ways: [],
      events: [],
      unsendable: { reason: why, instead: expect.stringContaining(instead) },
    }),
  );
});
