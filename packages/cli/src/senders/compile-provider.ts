// A provider and its secrets, from options → the auth that a mapping with them would have, and warnings.
import { createNodeCrypto } from "@hookwright/config";
import {
  type Problem,
  type RouteAuth,
  type SecretReference,
  safeCompileHooks,
} from "@hookwright/core";
import { UNSENDABLE } from "@hookwright/samples/senders";
import { createUsageError } from "../cli-error.ts";
import type { Io } from "../io.ts";
import {
  type NamedSecret,
  OPTION_NAMES,
  type ProofKind,
  readSecretTexts,
  readVariable,
  type SecretOptions,
} from "./secret-options.ts";

interface ProviderOptions extends SecretOptions {
  readonly provider: string;
  readonly publicUrl?: string;
}

interface CompiledProvider {
  readonly auth: RouteAuth;
  readonly warnings: readonly string[];
}

/** The name of the one hook. */
const NAME = "hook";

/** For a vendor with only a token, `--secret-env` means the token, as for `send`. */
export async function compileProvider(options: ProviderOptions, io: Io): Promise<CompiledProvider> {
  checkHasSecret(options);
  const compiled = await compile(options, io);
  if (!("error" in compiled)) return compiled;
  const { secretEnv, secretFile, ...rest } = options;
  if (!compiled.isOtherWay || rest.tokenEnv !== undefined || rest.tokenFile !== undefined) {
    throw compiled.error;
  }
  const again = await compile(
    {
      ...rest,
      ...(secretEnv && { tokenEnv: secretEnv }),
      ...(secretFile && { tokenFile: secretFile }),
    },
    io,
  );
  if ("error" in again) throw compiled.error;
  return again;
}

/** These need fetched keys and the accepted senders, which no option can supply. */
function checkHasSecret({ provider }: ProviderOptions): void {
  if (!UNSENDABLE.has(provider)) return;
  const hint = "Name a config and --name HOOK: the config says whose messages are accepted.";
  throw createUsageError(`No secret verifies the requests of "${provider}".`, hint);
}

interface FailedCompile {
  readonly error: Error;
  /** Whether the provider authenticates with something other than a secret. */
  readonly isOtherWay: boolean;
}

/** Compiles a config made of the options, so that its rules and hints apply here, too. */
async function compile(
  { provider, publicUrl, ...options }: ProviderOptions,
  io: Io,
): Promise<CompiledProvider | FailedCompile> {
  const secrets = new Map<string, NamedSecret>();
  const refer = (place: string, secret: NamedSecret): SecretReference => {
    secrets.set(place, secret);
    return { env: place };
  };
  const list = async (kind: ProofKind, key: string) => {
    const texts = await readSecretTexts(options, kind, io);
    return texts.map((secret, index) => refer(`${key}[${index}]`, secret));
  };
  const { verifyTokenEnv } = options;
  const auth = withoutEmpty({
    provider,
    publicUrl,
    secrets: await list("secret", "secrets"),
    tokens: await list("token", "tokens"),
    publicKey: await list("publicKey", "publicKey"),
    handshake: verifyTokenEnv && {
      verifyToken: refer("handshake.verifyToken", readVariable(verifyTokenEnv, options.config, io)),
    },
  });
  const mapping = { match: { path: NAME }, auth, messageTemplate: "-" };
  // Secrets are read only if hooks are enabled. Nothing is served.
  const token = "of-a-config-that-serves-nothing";
  const result = safeCompileHooks(
    { hooks: { enabled: true, token, mappings: [mapping] } },
    {
      crypto: createNodeCrypto(),
      secrets: (reference) => secrets.get((reference as { env: string }).env)?.text,
    },
  );
  const say = (text: string) => nameOptions(text, secrets);
  if (!result.ok) return createFailure(result.problems, say);
  return {
    auth: result.hooks.endpoint(NAME)?.auth as RouteAuth,
    warnings: result.hooks.warnings.map(({ message }) => say(message)),
  };
}

function withoutEmpty(fields: Readonly<Record<string, unknown>>): object {
  const isGiven = (value: unknown) =>
    Array.isArray(value) ? value.length > 0 : value !== undefined && value !== "";
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => isGiven(value)));
}

function createFailure(problems: readonly Problem[], say: (text: string) => string): FailedCompile {
  const { message, hint, path } = problems.find(({ severity }) => severity === "error") as Problem;
  const last = path.at(-1);
  const how =
    last === "publicUrl" ? "Write --public-url and the URL that the vendor was given." : hint;
  return { error: createUsageError(say(message), how && say(how)), isOtherWay: last === "secret" };
}

/** Replaces keys of the config by options in a message. */
function nameOptions(text: string, secrets: ReadonlyMap<string, NamedSecret>): string {
  const named = [...secrets].reduce(
    (said, [place, { name }]) => said.replaceAll(`hooks.mappings[0].auth.${place}`, name),
    text,
  );
  const options = named.replace(
    /"(secret|token|publicKey)"/g,
    (_, kind: ProofKind) => OPTION_NAMES[kind],
  );
  return options.slice(0, 1).toUpperCase() + options.slice(1);
}
