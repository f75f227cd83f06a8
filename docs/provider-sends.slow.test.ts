// Every row of the vendor table: the config of its page and what `hookwright send` sends → an action, over HTTP.
import { PROVIDERS } from "@hookwright/signatures";
import { type Sample, VENDORS } from "@hookwright/signatures/vendors";
import { expect, test } from "vitest";
import { run } from "../packages/cli/src/run.ts";
import { startServe } from "../packages/cli/test/support/start-serve.ts";
import { createTestIo } from "../packages/cli/test/support/test-io.ts";
import { SAMPLES } from "../packages/samples/src/senders/index.ts";
import { UNSENDABLE } from "../packages/samples/src/senders/samples.ts";
import { createTempDir, createTempFile } from "../tools/test-support/temp-dir.ts";
import { readFences } from "./tools/fences.ts";
import { configsOf } from "./tools/provider-page.mjs";
// Loaded before a test counts its time: the commands themselves are imported when they run.
import "../packages/cli/src/commands/send.ts";
import "../packages/cli/src/commands/serve.ts";

type Provider = (typeof PROVIDERS)[number];

const sendable = PROVIDERS.filter(({ id }) => !UNSENDABLE.has(id));

const kindOf = ({ type = "json" }: Sample) => (type === "empty" ? "json" : type);

/** Kinds of bodies that a row reads and `send` does not make. */
const NOT_SENT: Readonly<Record<string, readonly string[]>> = { mailgun: ["form", "multipart"] };

function sentKindsOf({ id, body = ["json"] }: Provider): readonly string[] {
  return body.filter((kind) => NOT_SENT[id]?.includes(kind) !== true);
}

/** The first sample of each kind of body. */
function samplesOf(provider: Provider): readonly Sample[] {
  const { id } = provider;
  return sentKindsOf(provider).map((kind) => {
    const sample = SAMPLES[id]?.find((one) => kindOf(one) === kind);
    if (sample === undefined) throw new Error(`${id} has no sample of the kind ${kind}`);
    return sample;
  });
}

test.each(sendable.map((provider) => [provider.id, sentKindsOf(provider)] as const))(
  "samples of %s have the kinds of bodies of its row: %j",
  (id, body) => {
    expect(new Set(SAMPLES[id]?.map(kindOf))).toEqual(new Set(body));
  },
);

/** Each way to prove the sender has a config of its own on the page. */
const ways = VENDORS.filter(({ cannotSend }) => cannotSend === undefined).flatMap((vendor) =>
  configsOf(vendor)
    .flatMap((block) => readFences(block))
    .map(({ code }, index) => [vendor.provider.id, index + 1, code, vendor.provider] as const),
);

const BASE64 = Buffer.alloc(32, 7).toString("base64");
const SECRETS: Readonly<Record<string, string>> = {
  utf8: "a-long-random-text-of-the-vendor",
  base64: BASE64,
  hex: Buffer.alloc(32, 7).toString("hex"),
  whsec: `whsec_${BASE64}`,
};

function secretOf({ signatures = [], message }: Provider): string {
  if (message === "adyen") return SECRETS["hex"] as string;
  return SECRETS[signatures.find(({ scheme }) => scheme === "hmac")?.key ?? "utf8"] as string;
}

async function runSend(args: readonly string[], env: Readonly<Record<string, string>>) {
  const io = createTestIo({ env });
  const exitCode = await run(["send", ...args], io);
  return { exitCode, stdout: io.stdout.text(), said: io.stdout.text() + io.stderr.text() };
}

/** The options of `send` that prove the sender as the config wants it, and the variables of both. */
async function proofOf(provider: Provider, code: string) {
  const { id } = provider;
  const names = [...code.matchAll(/env: "(\w+)"/g)].map(([, name = ""]) => name);
  const env: Record<string, string> = Object.fromEntries(
    names.map((name) => [name, `a-long-random-text-of-${name.toLowerCase()}`]),
  );
  const [, publicUrl] = /publicUrl: "([^"]+)"/.exec(code) ?? [];
  const url = publicUrl === undefined ? [] : ["--public-url", publicUrl];
  const named = (end: string) => names.find((name) => name.endsWith(end) && name !== "HOOK_TOKEN");
  const [secret, publicKey, user] = [named("_SECRET"), named("_PUBLIC_KEY"), named("_USER")];
  if (secret !== undefined) {
    env[secret] = secretOf(provider);
    return { env, args: ["--secret-env", secret, ...url] };
  }
  if (publicKey !== undefined) {
    const file = `${createTempDir()}/key.pem`;
    const { said } = await runSend([id, "--new-key", file], {});
    const keys = said.match(/(?:whpk_)?[A-Za-z\d+/=]{40,}/g) ?? [];
    env[publicKey] = keys.at(-1) ?? "";
    return { env, args: ["--private-key-file", file, ...url] };
  }
  if (user !== undefined) {
    const password = named("_PASSWORD") as string;
    env["LOGIN"] = `${env[user]}:${env[password]}`;
    return { env, args: ["--token-env", "LOGIN", ...url] };
  }
  return { env, args: ["--token-env", named("_TOKEN") as string, ...url] };
}

test.each(ways)(
  "config %#: the page of %s (%i) and what send sends, of each kind of body, dispatch an action",
  async (id, _index, code, provider) => {
    const { env, args } = await proofOf(provider, code);
    const file = createTempFile("hooks.json5", code);
    const server = await startServe(["--config", file], { env });
    const samples = samplesOf(provider);
    for (const { event } of samples) {
      const to = ["--to", `${server.url}/${id}`, "--event", event];
      const { exitCode, said } = await runSend([id, ...to, ...args], env);
      expect([exitCode, said]).toEqual([0, expect.stringMatching(/\n20\d in /)]);
    }
    expect(await server.stop()).toBe(0);
    const lines = server.io.stdout
      .text()
      .split("\n")
      .filter((line) => line !== "");
    expect(lines).toHaveLength(samples.length);
    for (const line of lines) expect(line).toContain(`${provider.name} sent: `);
  },
);

test.each([...UNSENDABLE])("%s cannot be sent here, and its page says so", (_id, { reason }) => {
  expect(reason).toContain("alone has the private key");
});
