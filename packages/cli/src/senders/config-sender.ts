// A config → how a sender authenticates at each of its hooks; undefined if the config cannot be used, which is reported.
import { dirname } from "node:path";
import { readOwn, visibleText } from "@hookwright/base";
import { createNodeSecrets } from "@hookwright/config";
import type { BodyFormat, Hooks, Provider, RouteAuth } from "@hookwright/core";
import type { Proof } from "@hookwright/samples/senders";
import { PROVIDERS } from "@hookwright/signatures";
import { createUsageError } from "../cli-error.ts";
import { envFileOf } from "../config/env-file.ts";
import { FOR_READING, loadConfig } from "../config/load-config.ts";
import type { Io } from "../io.ts";
import { refuseReports } from "../output/problem-report.ts";
import { createServerLog } from "../output/server-log.ts";
import { secretSchemeOf } from "./choose-proof.ts";

/** The place of the hook token. */
export const BEARER = { header: "authorization", prefix: "Bearer " } as const;

/** What the config says of one hook. */
export interface ConfigSender {
  /** Undefined if its `auth` names none, or it has no `auth`. */
  readonly provider: Provider | undefined;
  /** Undefined if the config has nothing to sign with, such as for a public key. */
  readonly proof: Proof | undefined;
  readonly publicUrl: string | undefined;
  readonly bodyFormats: readonly BodyFormat[];
  /** Paths that the `dedupeKey` of its mappings reads of the payload; `.*.` means the elements of a list. */
  readonly dedupePaths: readonly string[];
}

export interface SenderConfig {
  /** `/hooks` */
  readonly basePath: string;
  readonly hasHook: (name: string) => boolean;
  /** The names of the hooks whose `auth` names this provider. */
  readonly hooksOf: (provider: string) => readonly string[];
  /** Throws for a name that the config does not have. */
  readonly senderOf: (name: string) => ConfigSender;
}

export async function loadSenderConfig(
  path: string,
  isJson: boolean,
  io: Io,
): Promise<SenderConfig | undefined> {
  const log = createServerLog({ log: io.stderr, env: io.env }, isJson);
  const result = await loadConfig(path, { io, log, demands: FOR_READING, runsModules: false });
  if (!result.ok) {
    refuseReports([result], isJson, io);
    return undefined;
  }
  // Background work of modules must not delay the end of the command.
  await result.close(0);
  const { hooks, filename } = result;
  if (!hooks.settings.enabled) {
    const hint = 'Write "enabled": true into the block "hooks".';
    throw createUsageError("hooks.enabled is not true, so no secrets are read.", hint);
  }
  return createSenderConfig(result, { hooks, path, folder: dirname(filename), io });
}

/** Hooks and the config that they were made of. */
export function createSenderConfig(
  { config }: { readonly config?: unknown },
  context: SenderConfigContext,
): SenderConfig {
  const { hooks } = context;
  const token = () => readHookToken(config, context);
  return {
    basePath: hooks.settings.path,
    hasHook: (name) => hooks.endpoint(name) !== undefined,
    hooksOf: (provider) => {
      const names = new Set(hooks.mappings.flatMap(({ match }) => match.path ?? []));
      return [...names].filter((name) => hooks.endpoint(name)?.auth?.provider?.id === provider);
    },
    senderOf: (name) => {
      const sender = describeSender(name, { hooks, token });
      const proof = sender.proof ?? proofOfRow(name, sender.provider, { config, context });
      return { ...sender, proof, dedupePaths: findDedupePaths(config, name) };
    },
  };
}

interface SenderContext {
  readonly hooks: Hooks;
  readonly token: () => string | undefined;
}

function describeSender(
  name: string,
  { hooks, token }: SenderContext,
): Omit<ConfigSender, "dedupePaths"> {
  const endpoint = hooks.endpoint(name);
  if (endpoint === undefined) {
    const known = [...new Set(hooks.mappings.flatMap(({ match }) => match.path ?? []))];
    const hint = known.length === 0 ? undefined : `It has: ${known.map(visibleText).join(", ")}.`;
    throw createUsageError(`The config has no hook "${visibleText(name)}".`, hint);
  }
  const { auth, bodyFormats } = endpoint;
  if (auth === undefined) {
    const text = token();
    if (text === undefined) throw createUnsetError("hooks.token", "--token-env NAME");
    const proof = { kind: "token", token: text, place: BEARER } as const;
    return { provider: undefined, proof, publicUrl: undefined, bodyFormats };
  }
  const provider = PROVIDERS.find(({ id }) => id === auth.provider?.id);
  return { provider, proof: proofOf(name, auth), publicUrl: auth.publicUrl, bodyFormats };
}

interface WrittenMapping {
  readonly match?: { readonly path?: unknown } | null;
  readonly forEach?: unknown;
  readonly dedupeKey?: unknown;
  readonly auth?: unknown;
}

/** As they are written, for the name of a hook. */
function mappingsOf(config: unknown, name: string): readonly WrittenMapping[] {
  const { hooks } = config as { readonly hooks: { readonly mappings?: readonly WrittenMapping[] } };
  return (hooks.mappings ?? []).filter(
    ({ match }) => String(match?.path ?? "").replaceAll(/^\/+|\/+$/g, "") === name,
  );
}

/** The words of expressions, including names of helpers, which no payload has. */
const WORD = /(?<=[\s({])[A-Za-z_][\w.'"[\]-]*(?=[\s)}])/g;

function findDedupePaths(config: unknown, name: string): readonly string[] {
  return mappingsOf(config, name).flatMap(({ forEach, dedupeKey }) => {
    if (typeof dedupeKey !== "string") return [];
    const list = typeof forEach === "string" ? forEach : String(readOwn(forEach, "path") ?? "");
    const words = (dedupeKey.match(/\{\{.*?\}\}/gs) ?? []).flatMap((tag) => tag.match(WORD) ?? []);
    return words.map((word) =>
      word
        .replace(/^item\./, `${list.replace(/^(?:payload(?:\.|$))/, "")}.*.`)
        .replace(/^(?:payload|this)\./, ""),
    );
  });
}

function proofOf(name: string, { kind, inputs }: RouteAuth): Proof | undefined {
  if (kind === "none") return { kind: "none" };
  if (inputs === undefined) return undefined;
  const at = `The auth of the hook "${visibleText(name)}"`;
  if (inputs.kind === "token") {
    const [token] = inputs.tokens();
    if (token === undefined) throw createUnsetError(`${at}: its token`, "--token-env NAME");
    return { kind: "token", token, place: inputs.place };
  }
  const [scheme] = inputs.schemes;
  if (scheme?.scheme !== "hmac") return undefined;
  const [key] = inputs.secrets();
  if (key === undefined) throw createUnsetError(`${at}: its secret`, "--secret-env NAME");
  return { kind: "signature", key, scheme };
}

function createUnsetError(what: string, option: string): Error {
  const hint = `Set the variable that the config names, as for hookwright serve; \`hookwright send\` also takes ${option}.`;
  return createUsageError(`${what} cannot be read here.`, hint);
}

interface SenderConfigContext {
  readonly hooks: Hooks;
  /** Of the config, or `-`. */
  readonly path: string;
  /** The folder at which relative paths start. */
  readonly folder: string;
  readonly io: Pick<Io, "env" | "envFile">;
}

/** The compiled hooks can only verify the token, so it is read from the config and then verified by them. */
function readHookToken(config: unknown, context: SenderConfigContext): string | undefined {
  const { hooks: block } = config as { readonly hooks: { readonly token?: unknown } };
  const [first] = [block.token].flat();
  return confirm(readWritten(first, config, context), context.hooks);
}

/** A secret as the config has it: a text, `${NAME}` or a reference. */
function readWritten(
  written: unknown,
  config: unknown,
  { path, folder, io }: SenderConfigContext,
): string | undefined {
  const { secrets } = config as { readonly secrets?: { readonly providers?: unknown } };
  const read = createNodeSecrets({
    env: io.env,
    envFile: envFileOf(path, io),
    baseDir: folder,
    providers: secrets?.providers,
  });
  if (typeof written === "object" && written !== null) {
    return read(written as Parameters<typeof read>[0]);
  }
  const [, variable] = /^\$\{(\w+)\}$/.exec(String(written).trim()) ?? [];
  return variable === undefined ? String(written) : read({ env: variable });
}

/** For a vendor whose signature is a part of the message, or a token: the compiled hooks have no scheme for these. */
function proofOfRow(
  name: string,
  provider: Provider | undefined,
  { config, context }: { readonly config: unknown; readonly context: SenderConfigContext },
): Proof | undefined {
  const scheme = provider && secretSchemeOf(provider);
  const mapping = mappingsOf(config, name).find(
    ({ auth }) => readOwn(auth, "provider") !== undefined,
  );
  const [first] = [readOwn(mapping?.auth, "secret") ?? readOwn(mapping?.auth, "secrets")].flat();
  if (scheme === undefined || first === undefined) return undefined;
  const key = readWritten(first, config, context)?.trim();
  if (key === undefined) {
    const at = `The auth of the hook "${visibleText(name)}"`;
    throw createUnsetError(`${at}: its secret`, "--secret-env NAME");
  }
  return { kind: "signature", key, scheme };
}

function confirm(text: string | undefined, hooks: Hooks): string | undefined {
  const token = text?.trim();
  return token !== undefined && hooks.verifyToken(token) ? token : undefined;
}
