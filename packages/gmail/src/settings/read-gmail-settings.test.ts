import type { GmailInput, HooksInput, SecretReference } from "@hookwright/core";
import { expect, test } from "vitest";
import type { GmailMode } from "../model/mode.ts";
import type { GmailSettings } from "../model/settings.ts";
import { readGmailSettings, readPushSettings } from "./read-gmail-settings.ts";

const secrets = (reference: SecretReference): string | undefined =>
  "env" in reference && reference.env !== "UNSET" ? `the ${reference.env}` : undefined;

function read(gmail: GmailInput, more: HooksInput = {}, mode?: GmailMode) {
  const hooks = { enabled: true, token: { env: "HOOK_TOKEN" }, ...more, gmail };
  return readGmailSettings({ hooks }, { secrets, ...(mode && { mode }) });
}

function settingsOf(gmail: GmailInput, more?: HooksInput, mode?: GmailMode): GmailSettings {
  const result = read(gmail, more, mode);
  if (result.ok) return result.settings;
  throw new Error(result.problems.map(({ message }) => message).join(" "));
}

function problemsOf(gmail: GmailInput, more?: HooksInput): readonly string[] {
  const result = read(gmail, more);
  return result.ok ? [] : result.problems.map(({ path }) => path.join("."));
}

const account = "you@gmail.com";
const topic = "projects/demo/topics/mail";

test("readGmailSettings(): an account is enough, and everything else has its default", () => {
  expect(settingsOf({ account })).toEqual({
    account,
    label: "INBOX",
    mode: "poll",
    topic: undefined,
    subscription: undefined,
    pushToken: undefined,
    pushIdentity: undefined,
    hookUrl: "http://127.0.0.1:18790/hooks/gmail",
    hookToken: "the HOOK_TOKEN",
    includeBody: true,
    maxBytes: 20_000,
    renewEveryMinutes: 720,
    serve: { bind: "127.0.0.1", port: 8788, paths: ["/gmail-pubsub"] },
  });
});

test("readGmailSettings(): a config of a comparable gateway's wizard is read in push mode as it is", () => {
  const wizard: GmailInput = {
    account,
    label: "INBOX",
    topic: "projects/demo/topics/gog-gmail-watch",
    subscription: "gog-gmail-watch-push",
    pushToken: "0123456789abcdef0123456789abcdef0123456789abcdef",
    hookUrl: "http://127.0.0.1:18789/hooks/gmail",
    includeBody: true,
    maxBytes: 20_000,
    renewEveryMinutes: 720,
    serve: { bind: "127.0.0.1", port: 8788, path: "/" },
    tailscale: { mode: "funnel", path: "/gmail-pubsub" },
  };
  expect(settingsOf(wizard, { token: "0".repeat(48) })).toMatchObject({
    mode: "push",
    subscription: "projects/demo/subscriptions/gog-gmail-watch-push",
    pushToken: wizard.pushToken,
    hookUrl: wizard.hookUrl,
    hookToken: "0".repeat(48),
    serve: { port: 8788, paths: ["/", "/gmail-pubsub"] },
  });
});

test("readGmailSettings(): the mode is the option's, else the config's, else what its keys are for", () => {
  const pull = { account, topic, subscription: "s" };
  expect(settingsOf(pull).mode).toBe("pull");
  expect(settingsOf({ ...pull, pushToken: "p" }).mode).toBe("push");
  expect(settingsOf({ ...pull, pushToken: "p", tailscale: { mode: "off" } }).mode).toBe("push");
  const exposed = { ...pull, audience: "https://x", email: "e@x", tailscale: { mode: "serve" } };
  expect(settingsOf(exposed).mode).toBe("push");
  expect(settingsOf({ ...pull, mode: "poll" }).mode).toBe("poll");
  expect(settingsOf({ ...pull, mode: "poll" }, {}, "pull").mode).toBe("pull");
});

test("bare names take the project of the other name, and stray line breaks are cut off", () => {
  expect(settingsOf({ account, topic: `${topic}\n`, subscription: "s" })).toMatchObject({
    topic,
    subscription: "projects/demo/subscriptions/s",
  });
  const full = { account, topic: "mail", subscription: "projects/p/subscriptions/s" };
  expect(settingsOf(full)).toMatchObject({ topic: "projects/p/topics/mail" });
  const other = { account, topic, subscription: "projects/p/subscriptions/s" };
  expect(settingsOf(other).subscription).toBe("projects/p/subscriptions/s");
});

test("paths of pushes are those that Tailscale leaves, with and without a target", () => {
  const exposed = { account, topic, pushToken: "p", tailscale: { mode: "funnel" } };
  expect(settingsOf(exposed).serve.paths).toEqual(["/", "/gmail-pubsub"]);
  const target = { ...exposed, tailscale: { mode: "funnel", target: "8788", path: "/x" } };
  expect(settingsOf(target).serve.paths).toEqual(["/gmail-pubsub", "/x"]);
});

test("the URL of the hook follows hooks.path, and of two tokens the new one is sent", () => {
  const more = { path: "events/", token: ["new", "old"] };
  expect(settingsOf({ account }, more)).toMatchObject({
    hookUrl: "http://127.0.0.1:18790/events/gmail",
    hookToken: "new",
  });
  const https = settingsOf({ account, hookUrl: " https://hooks.example.org/gmail " });
  expect(https.hookUrl).toBe("https://hooks.example.org/gmail");
});

test("credentials are the text behind their reference", () => {
  expect(read({ account, credentials: { env: "LOGIN" } })).toMatchObject({
    ok: true,
    credentials: "the LOGIN",
  });
});

test("secrets of pushes are not read in other modes", () => {
  const gmail: GmailInput = { account, mode: "poll", pushToken: { env: "UNSET" } };
  expect(settingsOf(gmail)).toMatchObject({ pushToken: undefined, pushIdentity: undefined });
});

test.each<[string, GmailInput, HooksInput, readonly string[]]>([
  ["no account", {}, {}, ["hooks.gmail.account"]],
  ["a name for an address", { account: "me" }, {}, ["hooks.gmail.account"]],
  ["an address that fits into no header", { account: "jörg@x.org" }, {}, ["hooks.gmail.account"]],
  ["an address that leaves a folder", { account: "../a@b" }, {}, ["hooks.gmail.account"]],
  [
    "pull without a topic",
    { account, mode: "pull" },
    {},
    ["hooks.gmail.topic", "hooks.gmail.subscription"],
  ],
  [
    "names without a project",
    { account, topic: "t", subscription: "s" },
    {},
    ["hooks.gmail.topic", "hooks.gmail.subscription"],
  ],
  ["push that proves nothing", { account, topic, mode: "push" }, {}, ["hooks.gmail.pushToken"]],
  [
    "an audience without an email",
    { account, topic, mode: "push", audience: "a" },
    {},
    ["hooks.gmail.email"],
  ],
  [
    "an email without an audience",
    { account, topic, mode: "push", email: "e" },
    {},
    ["hooks.gmail.audience"],
  ],
  [
    "a push token that is not there",
    { account, topic, pushToken: { env: "UNSET" } },
    {},
    ["hooks.gmail.pushToken"],
  ],
  ["a URL of another kind", { account, hookUrl: "ftp://x" }, {}, ["hooks.gmail.hookUrl"]],
  ["a URL with a password", { account, hookUrl: "http://a:b@x" }, {}, ["hooks.gmail.hookUrl"]],
  ["no URL", { account, hookUrl: "127.0.0.1" }, {}, ["hooks.gmail.hookUrl"]],
  ["no token", { account }, { token: undefined }, ["hooks.token"]],
  ["a blank token", { account }, { token: " " }, ["hooks.token"]],
  ["tokens that are not there", { account }, { token: [{ env: "UNSET" }] }, ["hooks.token.0"]],
])("a problem names its key: %s", (_, gmail, more, paths) => {
  expect(problemsOf(gmail, more)).toEqual(paths);
});

test("a config without hooks lacks an account and a token", () => {
  for (const config of [undefined, {}, { hooks: {} }]) {
    expect(readGmailSettings(config, { secrets })).toMatchObject({ ok: false });
  }
});

function serveOf(gmail: GmailInput) {
  return readPushSettings(gmail, { mode: "push", problems: [], readKey: () => "token" }).serve;
}

test.each<[GmailInput["tailscale"], readonly string[], string | undefined]>([
  [undefined, ["/own"], undefined],
  [{ mode: "off" }, ["/own"], undefined],
  [
    { mode: "funnel" },
    ["/own", "/gmail-pubsub", "/"],
    "tailscale funnel --bg --set-path /gmail-pubsub http://127.0.0.1:9000",
  ],
  [
    { mode: "serve", path: "/mail", target: "http://127.0.0.1:9000/own" },
    ["/own", "/mail"],
    "tailscale serve --bg --set-path /mail http://127.0.0.1:9000/own",
  ],
  [{ mode: "funnel", path: "/mail; rm -rf x" }, ["/own", "/mail; rm -rf x", "/"], undefined],
  [{ mode: "other" }, ["/own", "/gmail-pubsub", "/"], undefined],
])("readPushSettings() reads what Tailscale strips: %j", (tailscale, paths, tunnelCommand) => {
  const gmail = { serve: { port: 9000, path: "/own" }, ...(tailscale && { tailscale }) };
  expect(serveOf(gmail)).toEqual({
    ...{ bind: "127.0.0.1", port: 9000, paths },
    ...(tunnelCommand !== undefined && { tunnelCommand }),
  });
});
