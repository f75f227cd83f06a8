// A provider, and the options that name secrets → how a sample of it proves its sender.
import { writeFile } from "node:fs/promises";
import { visibleText } from "@hookwright/base";
import type { Provider, SignatureScheme } from "@hookwright/core";
import type { Proof } from "@hookwright/samples/senders";
import { createKey, publicKeyText, readPrivateKey, signWith } from "@hookwright/samples/senders";
import type { SenderScheme } from "@hookwright/signatures";
import { CliError, createUsageError } from "../cli-error.ts";
import type { Io } from "../io.ts";
import { readSecretTexts, type SecretOptions, textOf } from "./secret-options.ts";

export interface ProofOptions extends SecretOptions {
  readonly privateKeyEnv?: string;
  readonly privateKeyFile?: string;
  /** Where the private key of a new pair is written; `true`: a file with the name of the provider. */
  readonly newKey?: string | true;
}

/** Whether an option has credentials. */
export function hasProofOptions(options: ProofOptions): boolean {
  const { secretEnv, secretFile, tokenEnv, tokenFile } = options;
  const { privateKeyEnv, privateKeyFile, newKey } = options;
  const given = [secretEnv, secretFile, tokenEnv, tokenFile, privateKeyEnv, privateKeyFile, newKey];
  return given.some((one) => one !== undefined);
}

/** The given option selects the kind of proof, as the key does in a config. */
export async function chooseProof(
  provider: Provider,
  options: ProofOptions,
  io: Io,
): Promise<Proof> {
  const { privateKeyEnv, privateKeyFile, newKey } = options;
  const hasKey = [privateKeyEnv, privateKeyFile, newKey].some((one) => one !== undefined);
  if (hasKey) return chooseKey(provider, options, io);
  const [secret] = await readSecretTexts(options, "secret", io);
  const [token] = await readSecretTexts(options, "token", io);
  if (secret !== undefined && token !== undefined) {
    throw createUsageError("A sender authenticates with a secret or with a token, not with both.");
  }
  const scheme = secretSchemeOf(provider);
  if (secret !== undefined && scheme !== undefined) {
    return { kind: "signature", key: textOf(secret), scheme };
  }
  // For a vendor with only a token, both options mean it.
  const shown = token ?? secret;
  if (shown !== undefined && provider.token !== undefined) {
    return { kind: "token", token: textOf(shown), place: provider.token };
  }
  throw createUsageError(`Credentials of ${provider.name} are missing.`, hintFor(provider));
}

/** The scheme for a shared secret. */
export function secretSchemeOf(provider: Provider): SenderScheme | undefined {
  return schemeOf(provider, "hmac") ?? provider.jwt ?? provider.message;
}

function schemeOf(
  { signatures = [] }: Provider,
  kind: SignatureScheme["scheme"],
): SignatureScheme | undefined {
  return signatures.find(({ scheme }) => scheme === kind);
}

/** The options that this provider supports. */
function hintFor(provider: Provider): string {
  const ways = [
    ...(secretSchemeOf(provider) === undefined ? [] : ["--secret-env NAME"]),
    ...(provider.token === undefined ? [] : ["--token-env NAME"]),
    ...(schemeOf(provider, "publicKey") === undefined
      ? []
      : ["--private-key-file FILE (--new-key FILE makes it)"]),
  ];
  return `Write ${ways.join(" or ")}.`;
}

async function chooseKey(provider: Provider, options: ProofOptions, io: Io): Promise<Proof> {
  const scheme = schemeOf(provider, "publicKey");
  if (scheme === undefined) {
    throw createUsageError(`${provider.name} does not sign with a private key.`, hintFor(provider));
  }
  const { newKey } = options;
  const file = newKey === true ? `${provider.id}.pem` : newKey;
  const pem = file === undefined ? await readPem(options, io) : await writePem(file, scheme);
  const key = readPrivateKey(pem, scheme);
  if (file !== undefined) io.stderr.write(`${describeKey(file, publicKeyText(key, scheme))}\n`);
  return { kind: "signature", key: signWith(key, scheme), scheme };
}

async function readPem(
  { privateKeyEnv, privateKeyFile, config }: ProofOptions,
  io: Io,
): Promise<string> {
  const secretEnv = privateKeyEnv === undefined ? [] : [privateKeyEnv];
  const secretFile = privateKeyFile === undefined ? [] : [privateKeyFile];
  const [secret] = await readSecretTexts({ secretEnv, secretFile, config }, "secret", io);
  return secret?.text ?? "";
}

/** Never overwrites a key. */
async function writePem(file: string, scheme: SignatureScheme): Promise<string> {
  const pem = createKey(scheme);
  await writeFile(file, pem, { flag: "wx", mode: 0o600 }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== "EEXIST") {
      throw new CliError(`Cannot write "${file}": the system says ${error.code}.`);
    }
    const hint = `Write --private-key-file ${file} to sign with it.`;
    throw new CliError(`The file "${file}" exists already.`, { hint });
  });
  return pem;
}

function describeKey(file: string, publicKey: string): string {
  return `The private key is in ${visibleText(file)}, for --private-key-file. Write into the auth of the mapping: publicKey: "${publicKey}"`;
}
