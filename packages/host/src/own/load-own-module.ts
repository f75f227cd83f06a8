// A module and its settings, as written → a function that calls it, and what it says of itself, or problems.
import { isRecord } from "@hookwright/base";
import type { ConfigPath, ModuleLoader, Problem, SecretInput, Secrets } from "@hookwright/core";
import { createProblem } from "@hookwright/core/problems";
import { KIT_FILES } from "../kit-file.ts";
import { inheritedVariables } from "../ports.ts";
import { readSecretAt } from "../settings/read-secrets.ts";
import type { ModuleCall } from "./module-call.ts";

type Settings = Readonly<Record<string, unknown>>;

/** A module that the config names, and what it is loaded with. */
export interface OwnModule {
  readonly what: "channel" | "runner";
  /** Of the channel or runner. */
  readonly id: string;
  /** With `module`, `passEnv` and the module's own keys. */
  readonly settings: Settings;
  /** Keys of the settings that are not the module's. */
  readonly without: readonly string[];
  /** Of the settings. */
  readonly path: ConfigPath;
  readonly workers: number;
}

/** What modules need of the program that runs the host. */
export interface OwnModulePorts {
  readonly modules?: ModuleLoader | undefined;
  readonly secrets?: Secrets | undefined;
  readonly inherited: Readonly<Record<string, string | undefined>>;
  /** Gets one line for each call that failed by a defect of the module, without texts of the call. */
  readonly warn: (message: string) => void;
}

/** What a call came to. */
type OwnAnswer =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly began: boolean };

/** Calls the module. Never rejects. */
export type CallOwn = (
  kind: ModuleCall["kind"],
  input: unknown,
  options: { readonly timeoutMs: number; readonly signal?: AbortSignal },
) => Promise<OwnAnswer>;

/** The files to watch, and the module if it can be used. */
export interface LoadedOwn {
  readonly problems: readonly Problem[];
  readonly files: readonly string[];
  readonly close: (graceMs?: number) => Promise<void>;
  /** Absent with problems. */
  readonly module?: {
    /** Undefined if modules are only built. */
    readonly described: unknown;
    readonly call: CallOwn;
  };
}

/** Codes of results go into records and metrics. */
export const CODE: RegExp = /^[a-z][a-z0-9_]{0,63}$/;

/** `create` may ask a platform for its name. */
const DESCRIBE_TIMEOUT_MS = 10_000;

const nothing = async (): Promise<void> => undefined;

/** Never rejects. */
export async function loadOwnModule(
  { what, id, settings, without, path, workers }: OwnModule,
  { modules, secrets, inherited, warn }: OwnModulePorts,
): Promise<LoadedOwn> {
  const problems: Problem[] = [];
  const report = (problem: Problem): void => void problems.push(problem);
  const at = [...path, "module"];
  const module = String(settings["module"]);
  const { passEnv = [] } = settings;
  if (!isListOfTexts(passEnv)) {
    const hint = 'Write a list of texts: ["HTTPS_PROXY"].';
    const message = '"passEnv" is not a list of names of variables.';
    report(createProblem("module_invalid", [...path, "passEnv"], message, { hint }));
  }
  const names = isListOfTexts(passEnv) ? passEnv : [];
  const own = Object.entries(settings).filter(
    ([key]) => !["module", "passEnv", ...without].includes(key),
  );
  const found: string[] = [];
  const read = resolveSecrets(Object.fromEntries(own), [], {
    ...{ path, report, secrets, found },
  }) as Settings;
  if (modules === undefined) {
    const hint = "Pass createModuleLoader of @hookwright/transforms in the option `modules`.";
    const message = `The ${what} module "${module}" cannot be loaded: there is no loader.`;
    report(createProblem("module_invalid", at, message, { hint }));
  }
  if (modules === undefined || problems.some(({ severity }) => severity === "error")) {
    return { problems, files: [], close: nothing };
  }
  const env = inheritedVariables(inherited, names);
  const loaded = await modules.load({ module, path: at, what, env, workers, provides: KIT_FILES });
  if (!loaded.ok) return { problems: loaded.problems, files: loaded.files, close: nothing };
  const { call: serve, files, close } = loaded;
  if (serve === undefined) {
    const call: CallOwn = async () => ({ ok: false, began: false });
    return { problems, files, close, module: { described: undefined, call } };
  }
  const request = (kind: ModuleCall["kind"], input?: unknown): ModuleCall => ({
    ...{ kind, id, settings: read, input },
  });
  const described = await serve(request("describe"), { timeoutMs: DESCRIBE_TIMEOUT_MS });
  if (!described.ok) {
    const reason = found.reduce((text, secret) => text.replaceAll(secret, "…"), described.reason);
    const message = `The ${what} module "${module}" ${reason}.`;
    const hint = "Correct the settings beside it, or the module.";
    await close(0);
    const problem = createProblem("module_invalid", at, message, { hint });
    return { problems: [problem], files, close: nothing };
  }
  const call: CallOwn = async (kind, input, options) => {
    const answer = await serve(request(kind, input), options);
    if (!answer.ok && answer.began) warn(`The ${what} module "${module}" ${answer.summary}.`);
    return answer;
  };
  return { problems, files, close, module: { described: described.value, call } };
}

/** The problem of a module that was loaded and does not describe what it should be. */
export function notDefined(
  { settings, path }: Pick<OwnModule, "settings" | "path">,
  what: OwnModule["what"],
  why: string,
): Problem {
  const define = what === "channel" ? "defineChannel" : "defineRunner";
  const message = `The ${what} module "${settings["module"]}" is not what ${define} returns: ${why}`;
  const hint = `Write: export default ${define}({ … }), with ${define} of @hookwright/host/kit.`;
  return createProblem("module_invalid", [...path, "module"], message, { hint });
}

function isListOfTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((one) => typeof one === "string");
}

interface Resolving {
  readonly path: ConfigPath;
  readonly report: (problem: Problem) => void;
  readonly secrets: Secrets | undefined;
  /** Gets each secret that was looked up. */
  readonly found: string[];
}

/** Replaces each reference to a secret, and each text with `${NAME}`, wherever it is. */
function resolveSecrets(value: unknown, steps: ConfigPath, resolving: Resolving): unknown {
  const isText = typeof value === "string";
  if (isText ? /\$\{\w+\}/.test(value) : isReference(value)) {
    const secret = readSecretAt(value as SecretInput, steps, resolving, "text");
    if (secret !== undefined && secret !== "") resolving.found.push(secret);
    return secret;
  }
  if (Array.isArray(value)) {
    return value.map((one, index) => resolveSecrets(one, [...steps, index], resolving));
  }
  if (!isRecord(value)) return value;
  const entries = Object.entries(value).map(([key, one]) => [
    key,
    resolveSecrets(one, [...steps, key], resolving),
  ]);
  return Object.fromEntries(entries);
}

/** `{ env }`, `{ file }`, or `{ source, id }` with an optional provider, and nothing else. */
function isReference(value: unknown): boolean {
  if (!isRecord(value) || !Object.values(value).every((one) => typeof one === "string"))
    return false;
  const keys = Object.keys(value).sort().join();
  return ["env", "file", "id,source", "id,provider,source"].includes(keys);
}
