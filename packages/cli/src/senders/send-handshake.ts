// A provider with a handshake, and a URL → its handshake sent, and whether the answer is right.
import { randomUUID } from "node:crypto";
import { visibleText } from "@hookwright/base";
import { createNodeCrypto } from "@hookwright/config";
import type { Provider } from "@hookwright/core";
import {
  type BuiltRequest,
  HANDSHAKES,
  type Handshake,
  type HandshakeContext,
  proveRequest,
} from "@hookwright/samples/senders";
import { createUsageError } from "../cli-error.ts";
import type { Io } from "../io.ts";
import { reportToJson } from "../output/problem-report.ts";
import { chooseProof, hasProofOptions, type ProofOptions } from "./choose-proof.ts";
import type { ConfigSender } from "./config-sender.ts";
import { postRequest, type SenderAnswer } from "./post-request.ts";
import { readSecretTexts, readVariable, textOf } from "./secret-options.ts";

interface HandshakeOptions extends ProofOptions {
  readonly url: URL | undefined;
  /** What the config says about the hook; options take precedence. */
  readonly sender: ConfigSender | undefined;
  readonly publicUrl?: string;
  readonly json?: boolean;
}

export async function sendHandshake(
  provider: Provider,
  options: HandshakeOptions,
  io: Io,
): Promise<number> {
  const { url, json } = options;
  const name = provider.handshake;
  if (name === undefined) throw createUsageError(`${provider.name} has no known handshake.`);
  if (url === undefined) throw createUsageError("The URL to send to is missing.", "Write --to.");
  const context = await readContext(options, url, io);
  const probe = HANDSHAKES[name](context);
  checkNeeds(probe, context);
  const answer = await postRequest(await build(probe, { provider, options, url }, io), url);
  const isRight = answer.status >= 200 && answer.status < 300 && probe.isRight(answer);
  const { status, ms, body } = answer;
  const text = json
    ? reportToJson("send-handshake", {
        ok: isRight,
        provider: provider.id,
        handshake: name,
        status,
        ms,
        body,
      })
    : describe(answer, isRight);
  io.stdout.write(`${text}\n`);
  return isRight ? 0 : 1;
}

async function readContext(options: HandshakeOptions, url: URL, io: Io): Promise<HandshakeContext> {
  const { verifyTokenEnv, sender } = options;
  const publicUrl = options.publicUrl ?? sender?.publicUrl;
  const [secret] = await readSecretTexts(options, "secret", io);
  const proof = sender?.proof;
  const configured = proof?.kind === "signature" && typeof proof.key === "string" ? proof.key : "";
  return {
    challenge: randomUUID(),
    secret: secret === undefined ? configured : textOf(secret),
    verifyToken:
      verifyTokenEnv === undefined ? "" : textOf(readVariable(verifyTokenEnv, options.config, io)),
    publicUrl: publicUrl ?? `${url.origin}${url.pathname}`,
  };
}

function checkNeeds({ needs }: Handshake, { secret, verifyToken }: HandshakeContext): void {
  if (needs === "secret" && secret === "") {
    throw createUsageError("The handshake needs the secret.", "Write --secret-env NAME.");
  }
  if (needs === "verifyToken" && verifyToken === "") {
    const hint = "Write --verify-token-env NAME.";
    throw createUsageError("The handshake needs the token that the operator chose.", hint);
  }
}

interface ToBuild {
  readonly provider: Provider;
  readonly options: HandshakeOptions;
  readonly url: URL;
}

async function build(
  { method, headers, query, body, isSigned, showsToken }: Handshake,
  { provider, options, url }: ToBuild,
  io: Io,
): Promise<BuiltRequest> {
  const parameters = new URLSearchParams(url.search);
  for (const [name, value] of Object.entries(query ?? {})) parameters.set(name, value);
  const isForm = typeof body === "string";
  const mediaType = isForm ? "application/x-www-form-urlencoded" : "application/json";
  const type = body === undefined ? {} : { "content-type": mediaType };
  const request = {
    method,
    headers: { ...type, ...headers },
    query: parameters.toString(),
    body: isForm ? body : (JSON.stringify(body) ?? ""),
  };
  // A probe shows a token as an event does; it cannot be signed.
  const isProved = isSigned ?? (showsToken === true && provider.token !== undefined);
  if (!isProved) return { ok: true, ...request, body: Buffer.from(request.body) };
  const { sender } = options;
  const configured = hasProofOptions(options) ? undefined : sender?.proof;
  const now = Date.now();
  const seconds = Math.floor(now / 1_000);
  return proveRequest(request, {
    proof: configured ?? (await chooseProof(provider, options, io)),
    crypto: createNodeCrypto(),
    context: { id: randomUUID(), now, seconds, iso: new Date(now).toISOString() },
    query: request.query,
    publicUrl: options.publicUrl ?? sender?.publicUrl,
    tamper: undefined,
  });
}

function describe({ status, ms, body }: SenderAnswer, isRight: boolean): string {
  const verdict = isRight
    ? "the handshake is answered"
    : "this is not the right answer to the handshake";
  const shown = body === "" ? "" : `\n${visibleText(body)}`;
  const hint = isRight ? "" : `\n  ${HINT}`;
  return `${status} in ${ms} ms: ${verdict}${shown}${hint}`;
}

const HINT =
  'The mapping needs the provider, and for some of them "handshake": { "verifyToken": … } or "publicUrl" in its auth.';
