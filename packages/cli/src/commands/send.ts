// A provider and a URL → a sample event of it, signed as the vendor signs, and the answer of the hook. Exit code 0, 1, 2.
import { randomUUID } from "node:crypto";
import { writeFile } from "node:fs/promises";
import { createNodeCrypto } from "@hookwright/config";
import type { Provider } from "@hookwright/core";
import { PROVIDERS } from "@hookwright/core/auth";
import { hintNearestName } from "@hookwright/core/problems";
import { CliError, createUsageError } from "../cli-error.ts";
import type { Io } from "../io.ts";
import { useColor } from "../output/color.ts";
import { reportToJson } from "../output/report-to-json.ts";
import { answerToText, type SendResult, writtenToText } from "../output/senders/answer-to-text.ts";
import { providersToJson, providersToText } from "../output/senders/list-providers.ts";
import { createStyle } from "../output/style.ts";
import { type BuiltRequest, buildSample } from "../senders/build-sample.ts";
import { chooseProof, type ProofOptions } from "../senders/choose-proof.ts";
import { writeHttpRequest } from "../senders/http-request-text.ts";
import { postRequest } from "../senders/post-request.ts";
import { SAMPLES } from "../senders/samples/index.ts";
import { contextAt, type Sample } from "../senders/samples/sample.ts";
import { sendHandshake } from "../senders/send-handshake.ts";
import type { Tampering } from "../senders/tamper.ts";
import { UNSENDABLE } from "../senders/unsendable.ts";

export interface SendOptions extends ProofOptions {
  readonly to?: string;
  readonly http?: string;
  readonly event?: string;
  readonly tamper?: Tampering;
  readonly id?: string;
  readonly publicUrl?: string;
  readonly handshake?: boolean;
  readonly list?: boolean;
  readonly json?: boolean;
}

export async function send(
  name: string | undefined,
  options: SendOptions,
  io: Io,
): Promise<number> {
  const print = (text: string): void => void io.stdout.write(`${text}\n`);
  if (options.list === true) {
    print(
      options.json
        ? reportToJson("send-list", { providers: providersToJson() })
        : providersToText(),
    );
    return 0;
  }
  const provider = findProvider(name);
  const url = parseUrl(options.to);
  if (options.handshake === true) return sendHandshake(provider, { ...options, url }, io);
  const sample = findSample(provider, options.event);
  const request = await build(provider, { sample, options, url }, io);
  if (request === undefined) return 0;
  const { http, tamper } = options;
  if (http !== undefined) {
    await writeRequest(request, { http, url, provider }, io);
    if (http !== "-")
      print(options.json ? reportToJson("send", { ok: true, http }) : writtenToText(http));
    return 0;
  }
  if (url === undefined) throw createUsageError("Nothing says where to send it.", WHERE);
  const answer = await postRequest(request, url);
  const isGood = tamper === undefined ? isSuccess(answer.status) : answer.status === 401;
  const result: SendResult = {
    provider,
    sample,
    url,
    tamper,
    answer,
    isGood,
    bytes: request.body.length,
  };
  const style = createStyle(useColor(io.stdout, io.env));
  print(options.json ? reportToJson("send", resultToJson(result)) : answerToText(result, style));
  return isGood ? 0 : 1;
}

const WHERE = "Write --to and the URL of the hook, or --http and a file to write the request to.";

function isSuccess(status: number): boolean {
  return status >= 200 && status < 300;
}

function findProvider(name: string | undefined): Provider {
  if (name === undefined) {
    throw createUsageError("Nothing says whose event it is.", "hookwright send --list names all.");
  }
  const provider = PROVIDERS.find(({ id }) => id === name);
  if (provider !== undefined) return checkSendable(provider);
  const hint = hintNearestName(
    name,
    PROVIDERS.map(({ id }) => id),
  );
  const known = hint.startsWith("Known") ? "hookwright send --list names all." : hint;
  throw createUsageError(`There is no provider "${name}".`, known);
}

function checkSendable(provider: Provider): Provider {
  const exception = UNSENDABLE.get(provider.id);
  if (exception === undefined) return provider;
  throw createUsageError(
    `send cannot sign as ${provider.name}: ${exception.reason}.`,
    `Let the vendor send one: ${exception.instead}`,
  );
}

function findSample({ id, name }: Provider, event: string | undefined): Sample {
  const samples = SAMPLES[id] ?? [];
  const sample = samples.find((one) => event === undefined || one.event === event);
  if (sample !== undefined) return sample;
  const known = samples.map((one) => one.event);
  throw createUsageError(
    `There is no sample "${event}" of ${name}.`,
    hintNearestName(event ?? "", known),
  );
}

function parseUrl(text: string | undefined): URL | undefined {
  if (text === undefined) return undefined;
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url?.protocol === "http:" || url?.protocol === "https:") return url;
  throw createUsageError("--to is no URL.", "Write it so: http://127.0.0.1:18790/hooks/github");
}

interface ToBuild {
  readonly sample: Sample;
  readonly options: SendOptions;
  readonly url: URL | undefined;
}

/** Undefined where a new key was all that was asked for. */
async function build(
  provider: Provider,
  { sample, options, url }: ToBuild,
  io: Io,
): Promise<BuiltRequest | undefined> {
  const { newKey, http, tamper, publicUrl, id = randomUUID() } = options;
  const proof = await chooseProof(provider, options, io);
  if (newKey !== undefined && url === undefined && http === undefined) return undefined;
  return buildSample(sample, {
    provider,
    proof,
    crypto: createNodeCrypto(),
    context: contextAt(id, Date.now()),
    query: url === undefined ? "" : url.search.slice(1),
    publicUrl: publicUrl ?? (url && `${url.origin}${url.pathname}`),
    tamper,
  });
}

interface ToWrite {
  readonly http: string;
  readonly url: URL | undefined;
  readonly provider: Provider;
}

async function writeRequest(
  request: BuiltRequest,
  { http, url, provider }: ToWrite,
  io: Io,
): Promise<void> {
  const { host, pathname: path } = url ?? { host: "localhost", pathname: `/hooks/${provider.id}` };
  const bytes = writeHttpRequest(request, { host, path, now: Date.now() });
  if (http === "-") {
    io.stdout.write(Buffer.from(bytes).toString("utf8"));
    return;
  }
  // Those of some senders hold their token.
  await writeFile(http, bytes, { mode: 0o600 }).catch((error: NodeJS.ErrnoException) => {
    throw new CliError(`Cannot write "${http}": the system says ${error.code}.`);
  });
}

function resultToJson({
  provider,
  sample,
  url,
  tamper,
  answer,
  isGood,
  bytes,
}: SendResult): object {
  const { status, ms, body } = answer;
  return {
    ok: isGood,
    provider: provider.id,
    event: sample.event,
    ...(sample.isGeneric && { isGeneric: true }),
    url: url.href,
    ...(tamper !== undefined && { tamper }),
    bytes,
    status,
    ms,
    body,
  };
}
