// A config that was checked → the settings of its mailbox, with all defaults set and all secrets read.

import { readMember, readTextMember } from "@hookwright/base";
import {
  type GmailInput,
  type HooksInput,
  readSecret,
  type SecretInput,
  type Secrets,
} from "@hookwright/core";
import type { ConfigPath } from "@hookwright/core/problems";
import type { GmailMode } from "../model/mode.ts";
import type { GmailSettings } from "../model/settings.ts";

/** The inputs that are not in the config. */
export interface GmailSettingsOptions {
  readonly secrets: Secrets;
  /** Takes precedence over the mode of the config. */
  readonly mode?: GmailMode;
}

/** The settings, or all their problems. */
export type GmailSettingsResult =
  | {
      readonly ok: true;
      readonly settings: GmailSettings;
      /** The value of `hooks.gmail.credentials`. */
      readonly credentials: string | undefined;
    }
  | { readonly ok: false; readonly problems: readonly SettingsProblem[] };

/** The port of `hookwright serve`. Setup wizards of gateways write a hookUrl with their own port. */
const DEFAULT_PORT = 18_790;

/** `config` must have passed `loadConfig`, so that its values have the types of the schema. */
export function readGmailSettings(
  config: unknown,
  { secrets, mode: option }: GmailSettingsOptions,
): GmailSettingsResult {
  const { hooks = {} } = (config ?? {}) as { readonly hooks?: HooksInput };
  const { gmail = {} } = hooks;
  const problems: SettingsProblem[] = [];
  const mode = chooseMode(gmail, option);

  function read(written: SecretInput, path: readonly (string | number)[]): string | undefined {
    const form = path.at(-1) === "credentials" ? "text" : "token";
    const result = readSecret(written, path, secrets, form);
    if (result.ok && result.secret !== "") return result.secret;
    const hint = result.ok ? undefined : result.problem.hint;
    const message = result.ok ? `${path.join(".")} is blank.` : result.problem.message;
    problems.push({ path, message, hint: hint ?? "Set it to a secret." });
    return undefined;
  }

  const settings: GmailSettings = {
    account: readAccount(gmail, problems),
    label: gmail.label?.trim() || "INBOX",
    mode,
    ...readNames(gmail, { mode, problems }),
    ...readPushSettings(gmail, {
      mode,
      problems,
      readKey: (key, written) => read(written, ["hooks", "gmail", key]),
    }),
    hookUrl: readHookUrl(hooks, problems),
    hookToken: readHookToken(hooks, { read, problems }),
    includeBody: gmail.includeBody ?? true,
    maxBytes: gmail.maxBytes ?? 20_000,
    renewEveryMinutes: gmail.renewEveryMinutes ?? 720,
  };
  const credentials =
    gmail.credentials === undefined
      ? undefined
      : read(gmail.credentials, ["hooks", "gmail", "credentials"]);
  return problems.length > 0 ? { ok: false, problems } : { ok: true, settings, credentials };
}

function readAccount({ account = "" }: GmailInput, problems: SettingsProblem[]): string {
  const address = account.trim();
  // The address is used in a header and a path.
  const isAddress = /^[^@/\\]+@[^@/\\]+$/.test(address) && /^[!-~]{3,200}$/.test(address);
  if (isAddress) return address;
  const what = address === "" ? "is missing." : "is not a mail address.";
  problems.push(problemOf("account", { what, hint: "Write the address of the mailbox." }));
  return address;
}

function readHookUrl({ path, gmail }: HooksInput, problems: SettingsProblem[]): string {
  const base = `/${(path ?? "/hooks").replace(/^\/+|\/+$/g, "")}`;
  const written = gmail?.hookUrl?.trim() ?? `http://127.0.0.1:${DEFAULT_PORT}${base}/gmail`;
  const url = URL.canParse(written) ? new URL(written) : undefined;
  if (url !== undefined && /^https?:$/.test(url.protocol) && url.username + url.password === "") {
    return written;
  }
  const hint =
    "Write http://127.0.0.1:18790/hooks/gmail, or where else the hooks are served; the token is hooks.token.";
  problems.push(problemOf("hookUrl", { what: "is not the URL of a hook.", hint }));
  return written;
}

interface TokenContext {
  readonly read: (written: SecretInput, path: readonly (string | number)[]) => string | undefined;
  readonly problems: SettingsProblem[];
}

/** Of two, the first is the new one. */
function readHookToken({ token }: HooksInput, { read, problems }: TokenContext): string {
  const path = ["hooks", "token"];
  const isList = Array.isArray(token);
  const written = (isList ? token[0] : token) as SecretInput | undefined;
  if (written !== undefined) return read(written, isList ? [...path, 0] : path) ?? "";
  const hint =
    'Write "token": { "env": "HOOK_TOKEN" }: the token of the host that takes the mails.';
  problems.push({ path, message: "hooks.token is missing.", hint });
  return "";
}

interface PubsubNames {
  readonly topic: string | undefined;
  readonly subscription: string | undefined;
}

/** Setup wizards write the full name of a topic, and the bare name of a subscription. */
function readNames(
  gmail: GmailInput,
  { mode, problems }: { readonly mode: GmailMode; readonly problems: SettingsProblem[] },
): PubsubNames {
  const topic = gmail.topic?.trim();
  const subscription = gmail.subscription?.trim();
  const project = projectOf(topic, "topics") ?? projectOf(subscription, "subscriptions");
  const names = {
    topic: complete(topic, { kind: "topics", project }),
    subscription: complete(subscription, { kind: "subscriptions", project }),
  };
  if (mode === "poll") return names;
  const setup = "`hookwright gmail setup` makes both.";
  if (names.topic === undefined) {
    const hint = `Write projects/PROJECT/topics/TOPIC. ${setup}`;
    problems.push(problemOf("topic", { what: whatOf(topic), hint }));
  }
  const isSubscriptionNeeded = mode === "pull" || subscription !== undefined;
  if (isSubscriptionNeeded && names.subscription === undefined) {
    const hint = `Write projects/PROJECT/subscriptions/NAME. ${setup}`;
    problems.push(problemOf("subscription", { what: whatOf(subscription), hint }));
  }
  return names;
}

type Kind = "topics" | "subscriptions";

function whatOf(written: string | undefined): string {
  return written ? "is not a name of Pub/Sub with its project." : "is missing.";
}

function projectOf(name: string | undefined, kind: Kind): string | undefined {
  return new RegExp(`^projects/([^/\\s]+)/${kind}/[^/\\s]+$`).exec(name ?? "")?.[1];
}

function complete(
  name: string | undefined,
  { kind, project }: { readonly kind: Kind; readonly project: string | undefined },
): string | undefined {
  if (name === undefined || projectOf(name, kind) !== undefined) return name;
  const isBare = /^[^/\s]+$/.test(name) && project !== undefined;
  return isBare ? `projects/${project}/${kind}/${name}` : undefined;
}

interface PushSettingsContext {
  readonly mode: GmailMode;
  readonly problems: SettingsProblem[];
  /** The value of a secret; a missing one is reported as a problem. */
  readonly readKey: (key: "pushToken", written: SecretInput) => string | undefined;
}

type PushSettings = Pick<GmailSettings, "pushToken" | "pushIdentity" | "serve">;

const PATH = "/gmail-pubsub";

/** The secrets of pushes are read in push mode only: other modes work without them. */
export function readPushSettings(gmail: GmailInput, context: PushSettingsContext): PushSettings {
  const { serve = {}, pushToken: written } = gmail;
  const { bind = "127.0.0.1", port = 8788 } = serve;
  const paths = new Set([serve.path ?? defaultPath(gmail)]);
  if (isExposed(gmail)) paths.add(gmail.tailscale?.path ?? PATH);
  // Also if serve.path is configured: it is never requested then.
  if (isExposed(gmail) && gmail.tailscale?.target === undefined) paths.add("/");
  const tunnelCommand = tunnelCommandOf(gmail, port);
  const isPush = context.mode === "push";
  const proof = isPush ? readProof(gmail, context) : NO_PROOF;
  const pushToken =
    isPush && written !== undefined ? context.readKey("pushToken", written) : undefined;
  return {
    pushToken,
    pushIdentity: proof,
    serve: { bind, port, paths: [...paths], ...(tunnelCommand !== undefined && { tunnelCommand }) },
  };
}

/** People copy it into a shell, so it has only characters without a meaning in any shell. */
const PLAIN = /^[\w./:@%+-]+$/;

/** Tailscale strips its path from requests, so that pushes arrive at `/` unless the target has a path. */
function tunnelCommandOf({ tailscale }: GmailInput, port: number): string | undefined {
  const { mode = "off", path = PATH, target = `http://127.0.0.1:${port}` } = tailscale ?? {};
  const isPlain = /^(?:serve|funnel)$/.test(mode) && PLAIN.test(path) && PLAIN.test(target);
  return isPlain ? `tailscale ${mode} --bg --set-path ${path} ${target}` : undefined;
}

const NO_PROOF = undefined;

/** Tailscale strips its own path unless its target has one. */
function defaultPath(gmail: GmailInput): string {
  return isExposed(gmail) && gmail.tailscale?.target === undefined ? "/" : PATH;
}

function readProof(
  { audience, email, pushToken }: GmailInput,
  { problems }: PushSettingsContext,
): GmailSettings["pushIdentity"] {
  if (audience !== undefined && email !== undefined) return { audience, email };
  if (audience !== undefined || email !== undefined) {
    const key = audience === undefined ? "audience" : "email";
    const hint = "Write both audience and email, as the push subscription has them, or neither.";
    problems.push(problemOf(key, { what: "is missing.", hint }));
  } else if (pushToken === undefined) {
    const hint =
      "Write audience and email of the subscription's signed posts, or a pushToken, or use another mode.";
    problems.push(problemOf("pushToken", { what: "is missing, so anybody could push.", hint }));
  }
  return undefined;
}

/** The mode of a config without `mode`, such as one that a setup wizard wrote. */
function chooseMode(gmail: unknown, option?: GmailMode): GmailMode {
  return option ?? modeOf(gmail) ?? "poll";
}

/** The mode that the keys imply, even in an unchecked config; undefined if none of them implies one. */
export function modeOf(gmail: unknown): GmailMode | undefined {
  const mode = readTextMember(gmail, "mode");
  if (mode === "push" || mode === "pull" || mode === "poll") return mode;
  if (readMember(gmail, "pushToken") !== undefined || isExposed(gmail)) return "push";
  return readMember(gmail, "subscription") === undefined ? undefined : "pull";
}

/** Whether Tailscale forwards requests. */
function isExposed(gmail: unknown): boolean {
  return (readTextMember(readMember(gmail, "tailscale"), "mode") ?? "off") !== "off";
}

/** One problem of the settings. */
export interface SettingsProblem {
  /** `["hooks", "gmail", "topic"]` */
  readonly path: ConfigPath;
  /** One sentence that names the key. Contains no secret. */
  readonly message: string;
  readonly hint: string;
}

/** A problem of a key of `hooks.gmail`; `what` follows the name of the key: `is not a mail address.` */
function problemOf(
  key: string,
  { what, hint }: { readonly what: string; readonly hint: string },
): SettingsProblem {
  const path = ["hooks", "gmail", ...key.split(".")];
  return { path, message: `${path.join(".")} ${what}`, hint };
}
