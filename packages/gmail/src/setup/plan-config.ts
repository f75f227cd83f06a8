// A config and the result of the setup → the values to add to the config.
import { homedir } from "node:os";
import { join, resolve, sep } from "node:path";
import { readMember } from "@hookwright/base";
import { modeOf } from "../settings/read-gmail-settings.ts";
import type { PushNames } from "./choose-names.ts";
import type { SetupContext } from "./setup-context.ts";
import type { SetupChange } from "./setup-options.ts";

/** In the folder of the account. */
export const PUSH_TOKEN_FILE = "push-token";

/** In the state folder: the hooks of a config have one token for all senders. */
export const HOOK_TOKEN_FILE = "hook-token";

type Plan = Pick<SetupContext, "options" | "names" | "existing" | "folder">;

/** Existing values stay, unless an option asks for a different one. */
export function planConfig(plan: Plan): readonly SetupChange[] {
  const { existing, options } = plan;
  const { hooks } = existing;
  const tokenFile = referTo(join(options.stateFolder, HOOK_TOKEN_FILE));
  return [
    ...(readMember(hooks, "enabled") === undefined ? [set("enabled", true)] : []),
    ...(readMember(hooks, "token") === undefined ? [set("token", tokenFile)] : []),
    ...planPresets(readMember(hooks, "presets")),
    ...planBlock(plan),
    ...(options.changes ?? []),
  ];
}

function set(key: string, value: unknown): SetupChange {
  return { path: ["hooks", key], value };
}

function planPresets(presets: unknown): readonly SetupChange[] {
  if (!Array.isArray(presets)) return [set("presets", ["gmail"])];
  if (presets.includes("gmail")) return [];
  return [{ path: ["hooks", "presets", presets.length], value: "gmail" }];
}

function planBlock(plan: Plan): readonly SetupChange[] {
  const { existing, names } = plan;
  const wanted = wantedKeys(plan).filter(({ key, value, isAsked }) => {
    const written = readMember(existing.gmail, key);
    return written === undefined || (isAsked === true && !isSame(written, value));
  });
  const added = Object.fromEntries(wanted.map(({ key, value }) => [key, value]));
  const after = { ...(existing.gmail as object | undefined), ...added };
  // Only if the other keys imply another mode: other gateways do not know `mode`.
  if ((modeOf(after) ?? "poll") !== names.mode) Object.assign(added, { mode: names.mode });
  if (Object.keys(added).length === 0) return [];
  if (existing.gmail === undefined) return [set("gmail", added)];
  return Object.entries(added).map(([key, value]) => ({ path: ["hooks", "gmail", key], value }));
}

interface WantedKey {
  readonly key: string;
  readonly value: unknown;
  /** An option set it explicitly: it replaces another value. */
  readonly isAsked?: boolean;
}

function wantedKeys({ options, names, folder }: Plan): readonly WantedKey[] {
  const { account, label, pubsub } = names;
  const { credentialsPath, hookUrl } = options;
  return [
    { key: "account", value: account },
    ...(credentialsPath === undefined
      ? []
      : [{ key: "credentials", value: referTo(resolve(credentialsPath)), isAsked: true }]),
    ...(label === "INBOX" ? [] : [{ key: "label", value: label, isAsked: true }]),
    ...(pubsub === undefined
      ? []
      : [
          { key: "topic", value: pubsub.topic, isAsked: options.topic !== undefined },
          {
            key: "subscription",
            value: pubsub.subscription,
            isAsked: options.subscription !== undefined,
          },
        ]),
    ...pushKeys(pubsub?.push, folder),
    ...(hookUrl === undefined ? [] : [{ key: "hookUrl", value: hookUrl, isAsked: true }]),
  ];
}

function pushKeys(push: PushNames | undefined, folder: string): readonly WantedKey[] {
  if (push?.endpoint === undefined) return [];
  if (push.serviceAccount === undefined) {
    return [{ key: "pushToken", value: referTo(join(folder, PUSH_TOKEN_FILE)) }];
  }
  return [
    { key: "audience", value: push.endpoint, isAsked: true },
    { key: "email", value: push.serviceAccount, isAsked: true },
  ];
}

/** A bare name means the same as the full one. */
function isSame(written: unknown, value: unknown): boolean {
  if (JSON.stringify(written) === JSON.stringify(value)) return true;
  return typeof written === "string" && typeof value === "string" && value.endsWith(`/${written}`);
}

/** With `~` if possible: a config may be copied to another home directory. */
function referTo(path: string): { readonly file: string } {
  const home = homedir() + sep;
  return { file: path.startsWith(home) ? `~/${path.slice(home.length)}` : path };
}
