import { readFileSync, statSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { createTempDir } from "../../../../tools/test-support/temp-dir.ts";
import { hookwright } from "../../test/support/hookwright.ts";
import {
  env,
  expectSent,
  hooksOf,
  secret,
  send,
  serve as serveMappings,
} from "../../test/support/senders.ts";

const serve = (auths: Readonly<Record<string, object | string>>) => serveMappings(hooksOf(auths));

const FROM = ["--secret-env", "SECRET"];

test("send() sends a sample that passes, and prints the answer", async () => {
  const { url } = await serve({ github: { provider: "github", secret } });
  await expectSent(
    ["github", "--to", `${url}/github`, ...FROM],
    [
      0,
      /^github push → http:\/\/127[^ ]+\/hooks\/github \(\d+ bytes\)\n202 in \d+ ms\n\{"ok":true,"runId":"[^"]+"\}\n$/,
    ],
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
    const refused = new RegExp(`, with another ${tamper}\\)\\n401 in \\d+ ms, as expected`);
    await expectSent([...args, "--to", `${url}/stripe`], [0, refused]);
    const accepted = `A request with another ${tamper} was accepted: nothing checks it.`;
    await expectSent([...args, "--to", `${url}/open`], [1, accepted]);
  }
});

test.each([
  [204, 0, "no mapping takes this event, or one skips it"],
  [302, 1, "Vendors do not follow redirects"],
  [500, 1, ""],
])("send() says what to do after a %d", async (status, code, hint) => {
  const url = await answerWith({ status, headers: { location: "/elsewhere" } });
  const { stdout } = await expectSent(["github", "--to", url, ...FROM], [code, hint]);
  if (hint === "") expect(stdout).not.toContain("  ");
});

test("send() reports a lost connection, and an answer that is not the right one", async () => {
  const lost = await expectSent(["github", "--to", await answerWith({}), ...FROM], [1]);
  expect(lost.stderr).toContain("No answer from");
  const page = await answerWith({ status: 200, body: "a\u001b[2Jpage" });
  const okta = ["okta", "--handshake", "--to"];
  await expectSent([...okta, page], [1, /this is not the right[\s\S]*a\\u001b\[2Jpage/]);
  const empty = await answerWith({ status: 200 });
  await expectSent([...okta, empty], [1, /to the handshake\n {2}The mapping needs the provider/]);
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
  const wrong = ["github", "--to", `${url}/github`, "--secret-env", "OTHER"];
  await expectSent(wrong, [1, "hookwright verify FILE --name github --http captured"]);
  const square = ["square", "--to", `${url}/square`, ...FROM];
  await expectSent(square, [1, "--public-url must be the publicUrl of the mapping."]);
  await expectSent([...square, "--public-url", "https://hooks.example.com/hooks/square"], [0]);
  const away = ["github", "--to", url.replace("/hooks", "/hok"), ...FROM];
  await expectSent(away, [1, /404 in [\s\S]*Check the base path/]);
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
  const hint = `hookwright verify ${file("hooks.json")} --name github --http FILE`;
  expect(log.split(hint)).toHaveLength(2);
});

test("send() writes a request that verify reads, readable by its owner alone", async () => {
  const folder = createTempDir({});
  const http = join(folder, "r.http");
  await expectSent(["slack", "--http", http, ...FROM], [0, "is in "]);
  expect(readFileSync(http, "latin1")).toMatch(
    /^POST \/hooks\/slack HTTP\/1\.1\r\nHost: localhost\r\nDate: .* GMT\r\n[\s\S]*Content-Length: \d+\r\n\r\n\{/,
  );
  expect(statSync(http).mode & 0o777).toBe(0o600);
  const verified = await hookwright(["verify", "--provider", "slack", ...FROM, "--http", http], {
    env,
  });
  expect(verified.exitCode).toBe(0);
  const json = await send(["slack", "--http", http, ...FROM, "--json"]);
  expect(JSON.parse(json.stdout)).toEqual({ schema: "hookwright.send/1", ok: true, http });
  const printed = ["slack", "--http", "-", ...FROM, "--to", "https://a.example/x?y=1"];
  await expectSent(printed, [0, /^POST \/x\?y=1 HTTP\/1\.1\r\nHost: a\.example\r\n/]);
  const failed = await expectSent(["slack", "--http", join(folder, "no/r.http"), ...FROM], [1]);
  expect(failed.stderr).toContain("says ENOENT");
});

test("send() takes a token from either option, and refuses to change what no token signs", async () => {
  const { url } = await serve({ telegram: { provider: "telegram", token: secret } });
  const telegram = ["telegram", "--to", `${url}/telegram`];
  await expectSent([...telegram, ...FROM], [0]);
  const args = [...telegram, "--token-env", "SECRET"];
  await expectSent(args, [0]);
  await expectSent([...args, "--tamper", "signature"], [0]);
  await expectSent([...args, "--tamper", "body"], [2, "signs nothing, so no change"]);
});

test("send() makes a key pair, and signs events and the handshake with a private key", async () => {
  const folder = createTempDir({});
  const pem = join(folder, "key.pem");
  const made = await send(["discord", "--new-key", pem]);
  expect(made).toMatchObject({ exitCode: 0, stdout: "" });
  expect(statSync(pem).mode & 0o777).toBe(0o600);
  const publicKey = /publicKey: "(\w{64})"/.exec(made.stderr)?.[1] as string;
  const { url } = await serve({ discord: { provider: "discord", publicKey } });
  const to = ["discord", "--to", `${url}/discord`];
  const signed = [...to, "--private-key-file", pem];
  for (const more of [[], ["--tamper", "body"], ["--tamper", "time"], ["--handshake"]]) {
    await expectSent([...signed, ...more], [0]);
  }
  const byEnv = { ...env, PEM: readFileSync(pem, "utf8") };
  expect((await send([...to, "--private-key-env", "PEM"], byEnv)).exitCode).toBe(0);
  await expectSent([...to, "--private-key-env", "SECRET"], [2, "is not in PEM"]);
  for (const [args, words] of [
    [["discord", "--new-key", pem], "already."],
    [["discord", "--new-key", join(folder, "no/key.pem")], "the system says ENOENT"],
    [["sendgrid", "--http", "-", "--private-key-file", pem], "not of the kind ec"],
    [
      ["github", "--http", "-", "--private-key-file", pem],
      "GitHub does not sign with a private key.",
    ],
  ] as const) {
    const { exitCode, stderr } = await send(args);
    expect([exitCode > 0, stderr]).toEqual([true, expect.stringContaining(words)]);
  }
});

const publicUrlOf = (name: string) => `https://hooks.example.com/hooks/${name}`;
const handshake = { verifyToken: { env: "OTHER" } };

test.each([
  ["slack", { secret }],
  ["meta", { secret, handshake }],
  ["zoom", { secret }],
  ["x", { secret }],
  ["microsoft-graph", { token: secret }],
  ["dropbox", { secret }],
  ["twitch", { secret }],
  ["monday", { token: secret }],
  ["okta", { token: secret }],
  ["front", { secret }],
  ["ringcentral", { token: secret }],
  ["trello", { secret, publicUrl: publicUrlOf("trello") }],
  ["ebay", { token: secret, publicUrl: publicUrlOf("ebay"), handshake }],
  ["linkedin", { secret }],
  ["feishu", { token: secret, handshake }],
  ["cloudevents", { token: secret }],
  ["woocommerce", { secret }],
  ["mailchimp", { token: secret }],
  ["mandrill", { secret, publicUrl: publicUrlOf("mandrill") }],
])("send() sends the handshake of %s, and checks the answer", async (name, auth) => {
  // No two hooks have the secret of a handshake that signs.
  const github = { provider: "github", secret: { env: "HEX" } };
  const { url } = await serve({ [name]: { provider: name, ...auth }, github });
  const token = ["--verify-token-env", "OTHER"];
  const args = [name, "--handshake", ...FROM, ...token, "--public-url", publicUrlOf(name)];
  await expectSent([...args, "--to", `${url}/${name}`], [0, "the handshake is answered"]);
  const wrong = await expectSent([...args, "--to", `${url}/github`, "--json"], [1]);
  expect(JSON.parse(wrong.stdout)).toMatchObject({ ok: false, provider: name });
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

const TO = ["--to", "http://a.example"];

test.each([
  [[], "The sender of the event is unknown."],
  [["gihub"], 'Did you mean "github"?'],
  [["qqqqqqqqqqqqqq"], "hookwright send --list names all."],
  [["github", "--event", "pusch"], 'Did you mean "push"?'],
  [["github", ...FROM], "The URL to send to is missing."],
  [["github", ...FROM, "--to", "a.example"], "--to is not a URL."],
  [["github", ...FROM, "--to", "ftp://a.example"], "--to is not a URL."],
  [["github", "--http", "-"], "Write --secret-env NAME."],
  [["telegram", "--http", "-"], "Write --token-env NAME."],
  [["discord", ...FROM, "--http", "-"], "Write --private-key-file FILE"],
  [["discord", "--http", "-"], "Write --private-key-file FILE (--new-key FILE makes it)."],
  [
    ["gitlab", ...FROM, "--token-env", "SECRET", "--http", "-"],
    "with a secret or with a token, not",
  ],
  [["svix", ...FROM, "--http", "-"], "is not what is expected: base64"],
  [["square", ...FROM, "--http", "-"], "Write --public-url."],
  [["jira-connect", ...FROM, "--http", "-"], "Write --public-url."],
  [["netlify", "--http", "-"], "Write --secret-env NAME."],
  [["github", ...FROM, "--http", "-", "--tamper", "time"], "signs no time stamp"],
  [["mailgun", ...FROM, "--http", "-", "--tamper", "body"], "does not cover the body"],
  [["github", "--tamper", "all"], "Allowed choices are body, time, signature"],
  [["github", "--handshake"], "GitHub has no known handshake."],
  [["slack", "--handshake"], "The URL to send to is missing."],
  [["x", "--handshake", ...TO], "needs the secret"],
  [["meta", "--handshake", ...TO], "Write --verify-token-env NAME."],
])("send() returns 2 for %j: %s", async (args, message) => {
  expect(await expectSent(args, [2, message])).toMatchObject({ stdout: "" });
});

test.each([
  ["netlify", "SECRET"],
  ["vonage", "SECRET"],
  ["jira-connect", "SECRET"],
  ["monday", "SECRET"],
  ["mailgun", "SECRET"],
  ["adyen", "HEX"],
])("send() signs as %s, and verify() and serve() accept it", async (name, from) => {
  const http = join(createTempDir({}), "r.http");
  const { url } = await serve({ [name]: { provider: name, secret: { env: from } } });
  const proof = ["--secret-env", from];
  await expectSent([name, "--to", `${url}/${name}?a=1`, ...proof], [0]);
  await send([name, "--http", http, ...proof, "--public-url", publicUrlOf(name)]);
  const verify = (...key: readonly string[]) =>
    hookwright(["verify", "--provider", name, ...key, "--http", http], {
      env: { ...env, HEX2: "0b".repeat(32) },
    });
  expect(await verify(...proof)).toMatchObject({
    exitCode: 0,
    stdout: expect.stringContaining(`passes ${name}: secret 1 is right`),
  });
  expect(await verify("--secret-env", from === "HEX" ? "HEX2" : "OTHER")).toMatchObject({
    exitCode: 1,
    stdout: expect.stringContaining(`refused ${name}: signature_wrong`),
  });
});

test.each([
  ["pubsub", "Google alone has the private key", "gcloud pubsub topics publish"],
  ["sns", "Amazon alone has the private key", "aws sns publish"],
])("send() says why it cannot sign as %s, and what to do instead", async (name, why, instead) => {
  for (const more of [TO, ["--handshake"], ["--http", "-"], FROM]) {
    const { stdout, stderr } = await expectSent([name, ...more], [2, why]);
    expect([stdout, stderr]).toEqual(["", expect.stringContaining(instead)]);
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
