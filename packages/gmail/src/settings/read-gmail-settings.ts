// A config that was checked → the settings of its mailbox, with every default set and every secret read.
import {
  type GmailInput,
  type HooksInput,
  readSecret,
  type SecretInput,
  type Secrets,
} from "@hookwright/core";
import type { GmailMode } from "../model/mode.ts";
import type { GmailSettings } from "../model/settings.ts";
import { chooseMode } from "./choose-mode.ts";
import { readPushSettings } from "./push-settings.ts";
import { problemOf, type SettingsProblem } from "./settings-problem.ts";

/** What the config alone does not say. */
export interface GmailSettingsOptions {
  readonly secrets: Secrets;
  /** Goes before the mode of the config. */
  readonly mode?: GmailMode;
}

/** The settings, or every problem of them. */
export type GmailSettingsResult =
  | {
      readonly ok: true;
      readonly settings: GmailSettings;
      /** The text behind `hooks.gmail.credentials`. */
      readonly credentials: string | undefined;
    }
  | { readonly ok: false; readonly problems: readonly SettingsProblem[] };

/** The port of `hookwright serve`. Wizards of gateways write hookUrl with their own. */
const DEFAULT_PORT = 18_790;

/** `config` has passed `loadConfig`: its values have the types of the schema. */
export function readGmailSettings(
  config: unknown,
  { secrets, mode: option }: GmailSettingsOptions,
): GmailSettingsResult {
  const { hooks = {} } = (config ?? {}) as { readonly hooks?: HooksInput };
  const { gmail = {} } = hooks;
  const problems: SettingsProblem[] = [];
  const mode = chooseMode(gmail, option);

  function read(written: SecretInput, path: readonly (string | number)[]): string | undefined {
    const result = readSecret(written, path, secrets);
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
  // It goes into a header and a path.
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

/** Wizards write a topic in full and a subscription by its bare name. */
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
