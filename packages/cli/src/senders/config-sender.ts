// A config → for the name of each of its hooks, how a sender proves itself there; undefined where it cannot be used, which is reported.
import { dirname } from "node:path";
import { readOwn, visibleText } from "@hookwright/base";
import { createNodeSecrets } from "@hookwright/config";
import type { BodyFormat, Hooks, Provider, RouteAuth } from "@hookwright/core";
import type { Proof } from "@hookwright/samples/senders";
import { createUsageError } from "../cli-error.ts";
import { envFileOf } from "../config/env-file.ts";
import { FOR_READING, loadConfig } from "../config/load-config.ts";
import type { Io } from "../io.ts";
import { refuseReports } from "../output/problem-report.ts";
import { createServerLog } from "../output/server-log.ts";

/** Where the hook token stands. */
export const BEARER = { header: "authorization", prefix: "Bearer " } as const;

/** What the config says of one hook. */
export interface ConfigSender {
  /** Undefined where its `auth` names none, and where it has none. */
  readonly provider: Provider | undefined;
  /** Undefined where the config holds nothing to sign with, such as for a public key. */
  readonly proof: Proof | undefined;
  readonly publicUrl: string | undefined;
  readonly bodyFormats: readonly BodyFormat[];
  /** What the `dedupeKey` of its mappings reads of the payload; `.*.` stands for the elements of a list. */
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
  const { hooks, config, filename } = result;
  if (!hooks.settings.enabled) {
    const hint = 'Write "enabled": true into the block "hooks".';
    throw createUsageError("hooks.enabled is not true, so that no secrets are read.", hint);
  }
  const token = () => readHookToken(config, { hooks, path, folder: dirname(filename), io });
  return {
    basePath: hooks.settings.path,
    hasHook: (name) => hooks.endpoint(name) !== undefined,
    hooksOf: (provider) => {
      const names = new Set(hooks.mappings.flatMap(({ match }) => match.path ?? []));
      return [...names].filter((name) => hooks.endpoint(name)?.auth?.provider?.id === provider);
    },
    senderOf: (name) => ({
      ...describeSender(name, { hooks, token }),
      dedupePaths: findDedupePaths(config, name),
    }),
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
  const { inputs, provider } = auth;
  const publicUrl = inputs?.kind === "signature" ? inputs.publicUrl : undefined;
  return { provider, proof: proofOf(name, auth), publicUrl, bodyFormats };
}

interface WrittenMapping {
  readonly match?: { readonly path?: unknown } | null;
  readonly forEach?: unknown;
  readonly dedupeKey?: unknown;
}

/** The words of expressions: names of helpers are among them, and no payload has those. */
const WORD = /(?<=[\s({])[A-Za-z_][\w.'"[\]-]*(?=[\s)}])/g;

function findDedupePaths(config: unknown, name: string): readonly string[] {
  const { hooks } = config as { readonly hooks: { readonly mappings?: readonly WrittenMapping[] } };
  return (hooks.mappings ?? []).flatMap(({ match, forEach, dedupeKey }) => {
    const path = String(match?.path ?? "").replaceAll(/^\/+|\/+$/g, "");
    if (path !== name || typeof dedupeKey !== "string") return [];
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
  const hint = `Set the variable that the config names, as for hookwright serve, or write ${option}.`;
  return createUsageError(`${what} cannot be read here.`, hint);
}

interface TokenContext {
  readonly hooks: Hooks;
  /** Of the config, or `-`. */
  readonly path: string;
  /** Where relative paths start. */
  readonly folder: string;
  readonly io: Io;
}

/** The compiled hooks only compare it. What is found is asked of them, so that every spelling of it is judged there. */
function readHookToken(
  config: unknown,
  { hooks, path, folder, io }: TokenContext,
): string | undefined {
  const { hooks: block, secrets } = config as {
    readonly hooks: { readonly token?: unknown };
    readonly secrets?: { readonly providers?: unknown };
  };
  const read = createNodeSecrets({
    env: io.env,
    envFile: envFileOf(path, io),
    baseDir: folder,
    providers: secrets?.providers,
  });
  const [first] = [block.token].flat();
  if (typeof first === "object" && first !== null) {
    return confirm(read(first as Parameters<typeof read>[0]), hooks);
  }
  const [, variable] = /^\$\{(\w+)\}$/.exec(String(first).trim()) ?? [];
  return confirm(variable === undefined ? String(first) : read({ env: variable }), hooks);
}

function confirm(text: string | undefined, hooks: Hooks): string | undefined {
  const token = text?.trim();
  return token !== undefined && hooks.verifyToken(token) ? token : undefined;
}
