// The config of docs/routes.md, served with local platforms: who writes is who gets the answers.
import { createHmac, generateKeyPairSync, sign } from "node:crypto";
import { once } from "node:events";
import { readFileSync, writeFileSync } from "node:fs";
import { createServer, globalAgent } from "node:https";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { parse, stringify } from "yaml";
import { createHosted } from "../packages/cli/test/support/hosted.ts";
import { startServe } from "../packages/cli/test/support/start-serve.ts";
import { certificatePem } from "../packages/core/test/auth/certificates.ts";
import { RSA, signToken } from "../packages/core/test/auth/tokens.ts";
import type { FakePlatform } from "../packages/host/src/testing/fake-platform.ts";
import {
  DISCORD_CHANNEL,
  DISCORD_TOKEN,
  startDiscord,
} from "../packages/host/test/fakes/discord.ts";
import {
  MATTERMOST_CHANNEL,
  MATTERMOST_TOKEN,
  startMattermost,
} from "../packages/host/test/fakes/mattermost.ts";
import {
  startTeams,
  TEAMS_APP_ID,
  TEAMS_CHANNEL,
  TEAMS_PASSWORD,
  TEAMS_ROOT,
} from "../packages/host/test/fakes/msteams.ts";
import { SLACK_TOKEN, startSlack } from "../packages/host/test/fakes/slack.ts";
import { startTelegram, TELEGRAM_TOKEN } from "../packages/host/test/fakes/telegram.ts";
import {
  startWhatsApp,
  WHATSAPP_TOKEN,
  whatsappStatus,
} from "../packages/host/test/fakes/whatsapp.ts";
import { createTempDir } from "../tools/test-support/temp-dir.ts";
import { readFences } from "./tools/fences.ts";

const page = readFileSync(new URL("routes.md", import.meta.url), "utf8");
const [written = expect.fail("The page has no config.")] = readFences(page)
  .filter(({ language }) => language === "yaml")
  .map(({ code }) => parse(code));

const discordKeys = generateKeyPairSync("ed25519");
const rawKey = discordKeys.publicKey.export({ format: "der", type: "spki" }).subarray(-32);
const HOOK_TOKEN = "a-token-of-more-than-24-characters";
const ENV = {
  HOOK_TOKEN,
  TELEGRAM_BOT_TOKEN: TELEGRAM_TOKEN,
  TELEGRAM_SECRET: "secret-of-telegram-1234567890",
  SLACK_BOT_TOKEN: SLACK_TOKEN,
  SLACK_SECRET: "secret-of-slack-1234567890",
  WHATSAPP_TOKEN,
  META_SECRET: "secret-of-meta-1234567890",
  META_VERIFY_TOKEN: "verify-token-of-meta-1234567890",
  MATTERMOST_TOKEN,
  MATTERMOST_HOOK_TOKEN: "hook-token-of-mattermost-1234567890",
  DISCORD_TOKEN,
  DISCORD_PUBLIC_KEY: rawKey.toString("hex"),
  TEAMS_APP_PASSWORD: TEAMS_PASSWORD,
};

interface StartedPlatform extends FakePlatform {
  /** Further settings of its channel. */
  readonly settings?: object;
  /** Further keys of its mapping's `auth`. */
  readonly auth?: object;
}

/** A message of a person as the platform posts it, with its proof. */
interface Platform {
  readonly start: () => Promise<StartedPlatform>;
  /** The setting with the address of the platform. Default: `baseUrl`. */
  readonly address?: "url" | "serviceUrl";
  /** The path of the platform's API below the address of the local one. */
  readonly base?: string;
  /** `url` is where the platform runs. */
  readonly body: (person: string, url: string) => object;
  readonly prove: (body: string) => Readonly<Record<string, string>>;
  readonly to: string;
}

const hmac = (secret: string, text: string): string =>
  createHmac("sha256", secret).update(text).digest("hex");
const seconds = (): string => `${Math.floor(Date.now() / 1_000)}`;
const metaProof = (body: string) => ({
  "x-hub-signature-256": `sha256=${hmac(ENV.META_SECRET, body)}`,
});

const HOUR = 3_600_000;

/** The URL of a local service that publishes the key of Teams' tokens. */
async function startTeamsKeys(): Promise<string> {
  const jwk = RSA.publicKey.export({ format: "jwk" });
  const keys = [{ ...jwk, kid: "one", use: "sig", endorsements: ["msteams", "webchat"] }];
  const dates = { notBefore: Date.now() - HOUR, notAfter: Date.now() + HOUR };
  const cert = certificatePem({ key: RSA, commonName: "x", dnsNames: ["localhost"], ...dates });
  const key = RSA.privateKey.export({ format: "pem", type: "pkcs8" });
  const server = createServer({ key, cert }, (_request, response) => {
    response.end(JSON.stringify({ keys }));
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  globalAgent.options.ca = cert;
  onTestFinished(() => {
    delete globalAgent.options.ca;
    server.closeAllConnections();
    server.close();
  });
  return `https://localhost:${(server.address() as AddressInfo).port}/keys`;
}

const PLATFORMS: Readonly<Record<string, Platform>> = {
  telegram: {
    start: startTelegram,
    body: (person) => ({
      update_id: Number(person),
      message: {
        message_id: 1365,
        from: { id: Number(person), is_bot: false, first_name: "Ann" },
        chat: { id: -100123, type: "supergroup", title: "Ops" },
        date: 1_441_645_532,
        text: "Is the build green?",
      },
    }),
    prove: () => ({ "x-telegram-bot-api-secret-token": ENV.TELEGRAM_SECRET }),
    to: "-100123",
  },
  slack: {
    start: startSlack,
    base: "/api",
    body: (person) => ({
      type: "event_callback",
      event_id: `Ev${person}`,
      event: {
        type: "message",
        channel: "C1",
        user: person,
        text: "Is the build green?",
        ts: "1.2",
      },
    }),
    prove: (body) => {
      const at = seconds();
      const signature = `v0=${hmac(ENV.SLACK_SECRET, `v0:${at}:${body}`)}`;
      return { "x-slack-request-timestamp": at, "x-slack-signature": signature };
    },
    to: "C1",
  },
  whatsapp: {
    start: startWhatsApp,
    body: (person) => {
      const from = person.replace("+", "");
      const messages = [
        { from, id: `wamid.in.${from}`, type: "text", text: { body: "Is the build green?" } },
      ];
      const value = { messaging_product: "whatsapp", metadata: {}, messages };
      return {
        object: "whatsapp_business_account",
        entry: [{ id: "1", changes: [{ value, field: "messages" }] }],
      };
    },
    prove: metaProof,
    to: "+16505551234",
  },
  mattermost: {
    start: startMattermost,
    address: "url",
    body: (person) => ({
      token: ENV.MATTERMOST_HOOK_TOKEN,
      team_id: "4zk3n8rmitbqmqy7p1w9xg5dhc",
      channel_id: MATTERMOST_CHANNEL,
      user_id: person,
      user_name: "ann",
      post_id: `9kq${person.slice(3)}`,
      text: "Is the build green?",
    }),
    prove: () => ({ "content-type": "application/json" }),
    to: MATTERMOST_CHANNEL,
  },
  discord: {
    start: startDiscord,
    body: (person) => ({
      type: 2,
      id: "846462639134605312",
      channel_id: DISCORD_CHANNEL,
      member: { user: { id: person, username: "ann" } },
      data: { name: "ask", options: [{ name: "text", type: 3, value: "Is the build green?" }] },
    }),
    prove: (body) => {
      const at = seconds();
      const signature = sign(null, Buffer.from(at + body), discordKeys.privateKey).toString("hex");
      return { "x-signature-ed25519": signature, "x-signature-timestamp": at };
    },
    to: DISCORD_CHANNEL,
  },
  msteams: {
    start: async () => {
      const { connector, login } = await startTeams();
      onTestFinished(() => login.close());
      const jwks = await startTeamsKeys();
      return Object.assign(connector, { settings: { loginUrl: login.url }, auth: { jwks } });
    },
    address: "serviceUrl",
    base: "/teams",
    body: (person, url) => ({
      type: "message",
      id: "1485983408511",
      channelId: "msteams",
      serviceUrl: `${url}/teams/`,
      from: { id: person.replace("user:", ""), name: "Ann" },
      conversation: {
        id: `${TEAMS_CHANNEL};messageid=${TEAMS_ROOT}`,
        conversationType: "channel",
        isGroup: true,
      },
      text: "<at>hooks</at> is the build green?",
    }),
    prove: (body) => {
      const [, serviceurl = body] = /"serviceUrl":"([^"]*)"/.exec(body) ?? [];
      const exp = Math.floor(Date.now() / 1_000) + 3_600;
      const claims = { iss: "https://api.botframework.com", aud: TEAMS_APP_ID, serviceurl, exp };
      const token = signToken(claims, { key: RSA.privateKey, header: { kid: "one" } });
      return { authorization: `Bearer ${token}` };
    },
    to: `${TEAMS_CHANNEL};messageid=${TEAMS_ROOT}`,
  },
};

/** A stranger gets an acknowledgment, which is not sent: the answer could go to the person who writes next. */
const answer = ({ text }: { readonly text: string }): string =>
  text.includes("a stranger") ? "HEARTBEAT_OK" : "It is green.";

/** Serves the config of the page, with the platforms of this test. */
async function serve(names: readonly string[]) {
  const fakes = new Map<string, StartedPlatform>();
  for (const name of names) {
    const fake = await (PLATFORMS[name] as Platform).start();
    onTestFinished(() => fake.close());
    fakes.set(name, fake);
  }
  const hosted = JSON.parse((await createHosted({ answer })).config);
  const channels = Object.fromEntries(
    Object.entries<object>(written.channels).map(([name, settings]) => {
      const { url = "http://127.0.0.1:2", settings: further } = fakes.get(name) ?? {};
      const { address = "baseUrl", base = "" } = PLATFORMS[name] ?? { address: "url" };
      return [name, { ...settings, [address]: url + base, ...further }];
    }),
  );
  const mappings = written.hooks.mappings.map((mapping: { id: string; auth: object }) => ({
    ...mapping,
    auth: { ...mapping.auth, ...fakes.get(mapping.id)?.auth },
  }));
  const hooks = { ...written.hooks, mappings };
  const folder = createTempDir({});
  const file = join(folder, "hooks.yaml");
  const { agents, host } = hosted;
  writeFileSync(file, stringify({ ...written, agents, host, channels, hooks }));
  const args = ["--config", file, "--dispatch", "host", "--state-folder", join(folder, "state")];
  const served = await startServe(args, { env: ENV });
  const post = (path: string, body: string, headers: Readonly<Record<string, string>>) =>
    fetch(`${served.url}/${path}`, { method: "POST", headers, body });
  return { ...served, fakes, post };
}

type Served = Awaited<ReturnType<typeof serve>>;

/** A hook that names neither a channel nor a recipient. */
async function askLast({ post, fakes }: Served, name: string): Promise<string | undefined> {
  const { messages } = fakes.get(name) as FakePlatform;
  const before = messages.length;
  const authorization = `Bearer ${HOOK_TOKEN}`;
  expect((await post("agent", '{"message":"Report."}', { authorization })).status).toBe(202);
  await vi.waitFor(() => expect(messages.length).toBeGreaterThan(before), WAIT);
  return messages.at(-1)?.to;
}

const WAIT = { timeout: 60_000, interval: 10 };

test.each(Object.keys(PLATFORMS))(
  "a person who writes on %s gets the answers of later hooks, and a stranger does not",
  async (name) => {
    const platform = PLATFORMS[name] as Platform;
    const served = await serve([name]);
    const { post, io, fakes } = served;
    const { messages, url } = fakes.get(name) as FakePlatform;
    const known = String(written.channels[name].allowFrom[0]);
    const send = (person: string) => {
      const asks = person === known ? "green?" : "green for a stranger?";
      const body = JSON.stringify(platform.body(person, url)).replace("green?", asks);
      return post(name, body, platform.prove(body));
    };

    const right = JSON.stringify(platform.body(known, url));
    const forged = right.replace(ENV.MATTERMOST_HOOK_TOKEN, "another-token");
    const proof = { ...platform.prove("another body") };
    if (name === "telegram") proof["x-telegram-bot-api-secret-token"] = "another-secret";
    expect((await post(name, forged, proof)).status).toBe(401);
    const stranger = known.replace(/.$/, (last) => (last === "1" ? "2" : "1"));
    expect((await send(stranger)).ok).toBe(true);
    await io.stderr.find(new RegExp(`route of main refused, ${name}.*sender_not_allowed`));
    expect(messages).toEqual([]);

    expect((await send(known)).ok).toBe(true);
    await vi.waitFor(() => expect(messages).toHaveLength(1), WAIT);
    expect(messages[0]?.to).toBe(platform.to);
    expect(await askLast(served, name)).toBe(platform.to);
    expect((await send(stranger)).ok).toBe(true);
    expect(await askLast(served, name)).toBe(platform.to);
  },
);

test("a person of Web Chat, who can choose an id, does not get the answers of a person of Teams", async () => {
  const served = await serve(["msteams"]);
  const { post, io, fakes } = served;
  const { messages, url } = fakes.get("msteams") as FakePlatform;
  const { body: bodyOf, prove } = PLATFORMS["msteams"] as Platform;
  const activity = bodyOf(String(written.channels.msteams.allowFrom[0]), url);
  const body = JSON.stringify({ ...activity, channelId: "webchat" });
  expect((await post("msteams", body, prove(body))).status).toBe(204);
  const unlisted = JSON.stringify({ ...activity, channelId: "directline" });
  expect((await post("msteams", unlisted, prove(unlisted))).status).toBe(401);
  const elsewhere = JSON.stringify({ ...activity, serviceUrl: "https://evil.example/" });
  expect((await post("msteams", elsewhere, prove(body))).status).toBe(401);
  // Signed, and still not a server that gets the bot's token.
  expect((await post("msteams", elsewhere, prove(elsewhere))).ok).toBe(true);
  await io.stderr.find(/route of main refused, msteams.*recipient_invalid/);
  expect(messages).toEqual([]);
});

test("a message that WhatsApp reports as failed later is a dead delivery with its code", async () => {
  const served = await serve(["whatsapp"]);
  const { post, io, fakes } = served;
  const { messages } = fakes.get("whatsapp") as FakePlatform;
  const body = JSON.stringify(PLATFORMS["whatsapp"]?.body("+16505551234", ""));
  await post("whatsapp", body, metaProof(body));
  await vi.waitFor(() => expect(messages).toHaveLength(1), WAIT);
  const status = JSON.stringify(whatsappStatus(messages[0]?.id ?? "", 131047));
  await io.stderr.find(/delivery \S+ sent/);
  expect((await post("whatsapp", status, metaProof(status))).ok).toBe(true);
  await io.stderr.find(/delivery \S+ dead, whatsapp, window_closed/);
});
