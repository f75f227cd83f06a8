// A URL, and a provider or the config of the hook → a sample event or the user's own, signed as the vendor does, and the answer. Exit code 0, 1, 2.

import { randomUUID } from "node:crypto";
import { writeFile } from "node:fs/promises";
import { gunzipSync } from "node:zlib";
import { visibleText } from "@hookwright/base";
import { createNodeCrypto, type LoadReport } from "@hookwright/config";
import type { Provider } from "@hookwright/core";
import { hintNearestName } from "@hookwright/core/problems";
import {
  type BuiltRequest,
  buildSample,
  contentTypeOf,
  contextAt,
  type OwnEvent,
  type Proof,
  proveRequest,
  SAMPLES,
  type SigningOptions,
  type Tampering,
  UNSENDABLE,
  writeHttpRequest,
  writeOwnEvent,
} from "@hookwright/samples/senders";
import { PROVIDERS } from "@hookwright/signatures";
import type { Sample } from "@hookwright/signatures/vendors";
import { CliError, createUsageError } from "../cli-error.ts";
import { findConfigOf } from "../config/choose-config.ts";
import { DEFAULT_PORT } from "../default-port.ts";
import { findServer } from "../host/running-server.ts";
import { parseHeaders } from "../input/parse-pairs.ts";
import { readRecorded } from "../input/read-event.ts";
import { readInputBytes } from "../input/read-input.ts";
import type { Io } from "../io.ts";
import { refuseReports, reportToJson } from "../output/problem-report.ts";
import { answerToText, type SentRequest, writtenToText } from "../output/senders/answer-to-text.ts";
import { providersToJson, providersToText } from "../output/senders/list-providers.ts";
import { createStyle, useColor } from "../output/style.ts";
import { chooseProof, hasProofOptions, type ProofOptions } from "../senders/choose-proof.ts";
import {
  BEARER,
  type ConfigSender,
  loadSenderConfig,
  type SenderConfig,
} from "../senders/config-sender.ts";
import { postRequest } from "../senders/post-request.ts";
import { renewBody } from "../senders/renew-body.ts";
import { readSecretTexts, textOf } from "../senders/secret-options.ts";
import { sendHandshake } from "../senders/send-handshake.ts";

export interface SendOptions extends ProofOptions {
  readonly to?: string;
  readonly http?: string;
  readonly event?: string;
  readonly eventFile?: string;
  readonly body?: string;
  readonly header?: readonly string[];
  readonly tamper?: Tampering;
  readonly id?: string;
  readonly fresh?: boolean;
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
  if (options.list === true) {
    const list = options.json
      ? reportToJson("send-list", { providers: providersToJson() })
      : providersToText();
    io.stdout.write(`${list}\n`);
    return 0;
  }
  const prepared = await prepare(name, options, io);
  if (prepared === undefined) return 2;
  const { event, route } = prepared;
  if (options.handshake === true) {
    const { provider, sender } = event;
    if (provider === undefined) throw createNobodyError();
    return sendHandshake(provider, { ...options, url: route.url, sender }, io);
  }
  const built = await build(event, { options, url: route.url }, io);
  if (built === undefined) return 0;
  const { http } = options;
  return http === undefined
    ? post(built, { event, route, options }, io)
    : write(built.request, http, { route, json: options.json }, io);
}

interface Prepared {
  readonly event: EventToSend;
  readonly route: Route;
}

/** Undefined if a file cannot be used, which is reported. */
async function prepare(
  name: string | undefined,
  options: SendOptions,
  io: Io,
): Promise<Prepared | undefined> {
  checkSources(options);
  const isJson = options.json === true;
  const named = name === undefined ? undefined : findProvider(name);
  const to = parseUrl(options.to);
  const read = await readOwn(options, io);
  if (!read.ok) {
    refuseReports([read.report], isJson, io);
    return undefined;
  }
  const { own } = read;
  const file = options.config ?? (lacksProof(options) ? findConfigOf() : undefined);
  const config = file === undefined ? undefined : await loadSenderConfig(file, isJson, io);
  if (file !== undefined && config === undefined) return undefined;
  const hook = own?.path ?? (named && chooseHook(named, config));
  const server = to ?? findServerOf(file, options, io);
  const route = findRoute(server, { basePath: config?.basePath, name: hook });
  // Some handshakes need no config, so the config of the folder may lack the hook.
  const isNeeded = options.config !== undefined || options.handshake !== true;
  const sender = isNeeded || config?.hasHook(route.name) ? config?.senderOf(route.name) : undefined;
  const provider = chooseProvider(named, sender, route.name);
  if (provider === undefined) checkSendsAlone(own, sender, options);
  const sample = provider && findSample(provider, options.event);
  return { event: { own, sample, provider, sender }, route };
}

const DEFAULT_SERVER = `http://127.0.0.1:${DEFAULT_PORT}`;

/** The running server of the config; undefined if nothing is sent, or there is no config. */
function findServerOf(
  file: string | undefined,
  { http, newKey }: SendOptions,
  io: Io,
): URL | undefined {
  if (file === undefined || http !== undefined || newKey !== undefined) return undefined;
  return findServer(file, io) ?? new URL(DEFAULT_SERVER);
}

/** The hook of this provider in the config, whatever its name is. */
function chooseHook({ id, name }: Provider, config: SenderConfig | undefined): string {
  if (config === undefined || config.hasHook(id)) return id;
  const [only = id, ...others] = config.hooksOf(id);
  if (others.length === 0) return only;
  const names = [only, ...others].map(visibleText).join(", ");
  const hint = `Write --to and the URL of one of them: ${names}.`;
  throw createUsageError(`The config has several hooks of ${name}.`, hint);
}

/** Options with credentials take precedence over the config of the folder. */
function lacksProof(options: SendOptions): boolean {
  return !hasProofOptions(options) && options.verifyTokenEnv === undefined;
}

async function post(
  { request, note }: BuiltEvent,
  { event, route, options }: Prepared & { readonly options: SendOptions },
  io: Io,
): Promise<number> {
  const { own, sample, provider } = event;
  const { url, name } = route;
  const { tamper, json } = options;
  if (url === undefined) throw createUsageError("The URL to send to is missing.", WHERE);
  const answer = await postRequest(request, url);
  const isGood = tamper === undefined ? isSuccess(answer.status) : answer.status === 401;
  const result: SentRequest = {
    what: `${provider?.id ?? name} ${own === undefined ? sample?.event : own.file}`,
    note,
    isOwn: own !== undefined,
    deliveryId: provider?.delivery?.id?.json,
    signsUrl: provider?.needsPublicUrl === true,
    url,
    tamper,
    answer,
    isGood,
    bytes: request.body.length,
  };
  const style = createStyle(useColor(io.stdout, io.env));
  const report = json
    ? reportToJson("send", resultToJson(result, event))
    : answerToText(result, style);
  io.stdout.write(`${report}\n`);
  return isGood ? 0 : 1;
}

/** A sample or the user's own event, and its sender. */
interface EventToSend {
  readonly own: OwnFile | undefined;
  readonly sample: Sample | undefined;
  readonly provider: Provider | undefined;
  readonly sender: ConfigSender | undefined;
}

interface OwnFile extends OwnEvent {
  readonly file: string;
  /** The name of the hook, if the file has it. */
  readonly path?: string | undefined;
}

function checkSources({ event, eventFile, body, config, handshake }: SendOptions): void {
  if (eventFile !== undefined && body !== undefined) {
    throw createUsageError("--event-file cannot be combined with --body: both define the body.");
  }
  if (eventFile !== undefined && event !== undefined) {
    throw createUsageError("--event-file cannot be combined with --event: both define the event.");
  }
  if (handshake === true && (eventFile !== undefined || body !== undefined)) {
    throw createUsageError(
      "--handshake cannot be combined with --event-file or --body: it sends no event.",
    );
  }
  if (config === "-" && body === "-") {
    throw createUsageError("Standard input cannot be both the config and the body.");
  }
}

async function readOwn(
  { eventFile, body }: SendOptions,
  io: Io,
): Promise<
  | { readonly ok: true; readonly own: OwnFile | undefined }
  | { readonly ok: false; readonly report: LoadReport }
> {
  if (body !== undefined) {
    const bytes = await readInputBytes({ what: "body", path: body }, io);
    const own = { file: body, headers: {}, query: {}, content: { bytes } };
    return { ok: true, own };
  }
  if (eventFile === undefined) return { ok: true, own: undefined };
  const found = await readRecorded(eventFile, { option: "--event-file", verb: "sent" });
  if (!found.ok) return found;
  const { path, headers, query, payload } = found.event;
  return { ok: true, own: { file: eventFile, path, headers, query, content: { payload } } };
}

interface Route {
  /** Undefined if the request is written to a file. */
  readonly url: URL | undefined;
  /** `/hooks/github` */
  readonly path: string;
  /** `github` */
  readonly name: string;
}

/** No hook is at the root: a URL without a path names the server, and the event names the hook. */
function findRoute(
  to: URL | undefined,
  {
    basePath = "/hooks",
    name,
  }: { readonly basePath: string | undefined; readonly name: string | undefined },
): Route {
  if (to !== undefined && to.pathname !== "/") {
    const { pathname } = to;
    const written = pathname.startsWith(`${basePath}/`)
      ? pathname.slice(basePath.length + 1)
      : (pathname.split("/").at(-1) as string);
    return { url: to, path: pathname, name: decodeName(written.replace(/\/+$/, "")) };
  }
  if (name === undefined) throw createNobodyError();
  const path = `${basePath}/${name}`;
  const url = to && new URL(to);
  if (url !== undefined) url.pathname = path;
  return { url, path, name };
}

function decodeName(written: string): string {
  try {
    return decodeURIComponent(written);
  } catch {
    return written;
  }
}

/** Undefined for a hook whose `auth` names no vendor, or that has no `auth`: it needs an event instead of a vendor. */
function chooseProvider(
  named: Provider | undefined,
  sender: ConfigSender | undefined,
  hook: string,
): Provider | undefined {
  const configured = sender?.provider;
  if (named !== undefined && configured !== undefined && configured.id !== named.id) {
    const hint = `Write ${configured.id} instead of ${named.id}, or another --to.`;
    const message = `The hook "${visibleText(hook)}" of the config belongs to ${configured.name}.`;
    throw createUsageError(message, hint);
  }
  return named ?? (configured && checkSendable(configured));
}

/** Only an event of the user's own can be sent without a vendor, with the proof of the config or of an option. */
function checkSendsAlone(
  own: OwnFile | undefined,
  sender: ConfigSender | undefined,
  { tokenEnv, tokenFile }: SendOptions,
): void {
  const proves = sender ?? tokenEnv ?? tokenFile;
  if (own === undefined || proves === undefined) throw createNobodyError();
}

function createNobodyError(): Error {
  const hint =
    "Name a provider (hookwright send --list lists them), or write --event-file and a config: --config FILE, or the one in this folder.";
  return createUsageError("The sender of the event is unknown.", hint);
}

const WHERE = "Write --to and the URL of the hook, or --http and a file to write the request to.";

function isSuccess(status: number): boolean {
  return status >= 200 && status < 300;
}

function findProvider(name: string): Provider {
  const provider = PROVIDERS.find(({ id }) => id === name);
  if (provider !== undefined) return checkSendable(provider);
  const known = PROVIDERS.map(({ id }) => id);
  const hint = hintNearestName(name, known, "hookwright send --list names all.");
  throw createUsageError(`There is no provider "${name}".`, hint);
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
  throw createUsageError(
    "--to is not a URL.",
    "Write a URL such as http://127.0.0.1:18790/hooks/github.",
  );
}

interface BuiltEvent {
  readonly request: BuiltRequest;
  readonly note: string | undefined;
}

/** Undefined if only a new key was requested. */
async function build(
  { own, sample, provider, sender }: EventToSend,
  { options, url }: { readonly options: SendOptions; readonly url: URL | undefined },
  io: Io,
): Promise<BuiltEvent | undefined> {
  const { newKey, http, tamper, publicUrl, id = randomUUID(), fresh } = options;
  const proof = await chooseProofFor({ provider, sender }, options, io);
  if (newKey !== undefined && url === undefined && http === undefined) return undefined;
  const context = contextAt(id, Date.now());
  const headers = parseHeaders(options.header ?? []);
  const paths = [provider?.delivery?.id?.json ?? [], sender?.dedupePaths ?? []].flat();
  const signing: SigningOptions = {
    proof,
    crypto: createNodeCrypto(),
    context,
    query: url === undefined ? "" : url.search.slice(1),
    publicUrl: publicUrl ?? sender?.publicUrl ?? (url && `${url.origin}${url.pathname}`),
    tamper,
    renew: fresh ? (body, headers) => renewBody(body, { paths, headers }) : undefined,
  };
  if (own === undefined) {
    const request = await buildSample(sample as Sample, { ...signing, provider, headers });
    const generic = `our own sample instead of ${provider?.name}'s`;
    return { request, note: sample?.isGeneric ? generic : undefined };
  }
  const idHeader = provider?.delivery?.id?.header;
  const added = { ...(idHeader && { [idHeader]: id }), ...headers };
  return buildOwn(own, { sample, sender }, signing, added);
}

function takesOnly(wanted: "form" | "ndjson", sender: ConfigSender | undefined): boolean {
  return sender?.bodyFormats.every((format) => format === wanted) ?? false;
}

/** A body alone gets the headers of the sample, which mappings match. */
async function buildOwn(
  own: OwnFile,
  { sample, sender }: Pick<EventToSend, "sample" | "sender">,
  signing: SigningOptions,
  headers: Readonly<Record<string, string>>,
): Promise<BuiltEvent> {
  const isBody = "bytes" in own.content;
  const fromBytes = "bytes" in own.content ? headersOfBytes(own.content.bytes) : {};
  const unsigned = writeOwnEvent(isBody ? { ...own, headers: sample?.headers ?? {} } : own, {
    contentType: takesOnly("ndjson", sender)
      ? "application/x-ndjson"
      : contentTypeOf(takesOnly("form", sender) ? { type: "form" } : (sample ?? {})),
    headers: { ...fromBytes, ...headers },
    query: signing.query,
    proof: signing.proof,
  });
  const claims = sample?.claims;
  const request = await proveRequest({ ...unsigned, ...(claims && { claims }) }, signing);
  return { request, note: noteOf(signing.proof, isBody ? sample : undefined) };
}

/** The headers that the bytes of a body imply: gzip, and the boundary of a multipart form. */
function headersOfBytes(sent: Uint8Array): Readonly<Record<string, string>> {
  const isZipped = sent[0] === 0x1f && sent[1] === 0x8b;
  const bytes = isZipped ? unzip(sent) : sent;
  const start = Buffer.from(bytes.subarray(0, 200)).toString("latin1");
  const [, boundary] = /^--(\S{1,70})\r?\ncontent-disposition:/i.exec(start) ?? [];
  return {
    ...(isZipped && { "content-encoding": "gzip" }),
    ...(boundary && { "content-type": `multipart/form-data; boundary="${boundary}"` }),
  };
}

/** Bytes that only begin like gzip are sent unchanged, for tests of a hook. */
function unzip(bytes: Uint8Array): Uint8Array {
  try {
    return gunzipSync(bytes);
  } catch {
    return bytes;
  }
}

/** How the request differs from the file. */
function noteOf(proof: Proof, sample: Sample | undefined): string | undefined {
  const scheme = proof.kind === "signature" ? proof.scheme : undefined;
  const timed = typeof scheme === "object" && scheme.scheme !== "jwt" && scheme.timestamp?.json;
  const notes = [
    ...(sample?.headers === undefined ? [] : [`headers of ${sample.event}`]),
    ...(timed ? [`${timed} is the time of now`] : []),
  ];
  return notes.length === 0 ? undefined : notes.join(", ");
}

/** Options take precedence over the config. */
async function chooseProofFor(
  { provider, sender }: Pick<EventToSend, "provider" | "sender">,
  options: SendOptions,
  io: Io,
): Promise<Proof> {
  if (sender?.proof !== undefined && !hasProofOptions(options)) return sender.proof;
  if (provider !== undefined) return chooseProof(provider, options, io);
  const [token] = await readSecretTexts(options, "token", io);
  if (token === undefined) {
    const hint = "Let its sender send an event; hookwright verify explains the request.";
    throw createUsageError("The config has no secret that signs for this hook.", hint);
  }
  return { kind: "token", token: textOf(token), place: BEARER };
}

async function write(
  request: BuiltRequest,
  http: string,
  { route: { url, path }, json }: { readonly route: Route; readonly json: boolean | undefined },
  io: Io,
): Promise<number> {
  const host = url?.host ?? "localhost";
  const bytes = writeHttpRequest(request, { host, path, now: Date.now() });
  if (http === "-") {
    io.stdout.write(Buffer.from(bytes).toString("utf8"));
    return 0;
  }
  // The requests of some senders contain their token.
  await writeFile(http, bytes, { mode: 0o600 }).catch((error: NodeJS.ErrnoException) => {
    throw new CliError(`Cannot write "${http}": the system says ${error.code}.`);
  });
  const report = json ? reportToJson("send", { ok: true, http }) : writtenToText(http);
  io.stdout.write(`${report}\n`);
  return 0;
}

function resultToJson(
  { url, tamper, answer, isGood, bytes }: SentRequest,
  { own, sample, provider }: EventToSend,
): object {
  const { status, ms, body } = answer;
  return {
    ok: isGood,
    ...(provider !== undefined && { provider: provider.id }),
    ...(own === undefined ? { event: sample?.event } : { file: own.file }),
    ...(own === undefined && sample?.isGeneric && { isGeneric: true }),
    url: url.href,
    ...(tamper !== undefined && { tamper }),
    bytes,
    status,
    ms,
    body,
  };
}
