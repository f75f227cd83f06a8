// An event that an operator wrote → the answer of the server itself, to a request that is signed as its sender signs it.
import { randomUUID } from "node:crypto";
import { dirname } from "node:path";
import { createNodeCrypto, type LoadReport } from "@hookwright/config";
import type { Hooks } from "@hookwright/core";
import type { Ingress, IngressRequest } from "@hookwright/core/ingress";
import type { RuntimeHooks } from "@hookwright/core/runtime";
import type { SendAgainResult, WrittenEvent } from "@hookwright/host/api";
import {
  type BuiltRequest,
  contentTypeOf,
  contextAt,
  type Proof,
  proveRequest,
  SampleError,
  writeOwnEvent,
} from "@hookwright/samples/senders";
import { CliError } from "../cli-error.ts";
import type { Io } from "../io.ts";
import { type ConfigSender, createSenderConfig } from "../senders/config-sender.ts";
import { renewBody } from "../senders/renew-body.ts";

interface SendContext {
  readonly hooks: RuntimeHooks;
  readonly report: LoadReport;
  readonly path: string;
  readonly io: Pick<Io, "env" | "envFile">;
  readonly receive: Ingress["receive"];
}

/** Its ids are new ones, so that it is not answered as a repeat. */
export async function sendAgain(
  event: WrittenEvent,
  { hooks, report, path, io, receive }: SendContext,
): Promise<SendAgainResult> {
  if (!isOfConfig(hooks)) {
    return refuse("A plan does not say how its senders sign.", "Serve the config itself.");
  }
  try {
    const context = { hooks, path, folder: dirname(report.filename), io };
    const sender = createSenderConfig(report, context).senderOf(event.path);
    const { proof } = sender;
    if (proof === undefined) {
      return refuse(
        `The config has nothing to sign with for the hook "${event.path}".`,
        "Let its sender send another event.",
      );
    }
    const request = await build(event, { ...sender, proof });
    const answered = receive(toIngress(request, `${hooks.settings.path}/${event.path}`));
    if (answered === undefined) return refuse("The hooks are not enabled.");
    const { status, body } = await answered;
    return { ok: true, status, body };
  } catch (error) {
    if (!(error instanceof CliError || error instanceof SampleError)) throw error;
    return refuse(error.message, error.hint);
  }
}

/** A plan does not say what its conditions compare, and how its senders sign. */
export function isOfConfig(hooks: RuntimeHooks): hooks is Hooks {
  return "explain" in hooks;
}

function refuse(message: string, hint?: string): SendAgainResult {
  return { ok: false, code: "cannot_send", message, ...(hint !== undefined && { hint }) };
}

async function build(
  { headers = {}, query = {}, payload }: WrittenEvent,
  {
    proof,
    provider,
    publicUrl,
    bodyFormats,
    dedupePaths,
  }: ConfigSender & { readonly proof: Proof },
): Promise<BuiltRequest> {
  const id = randomUUID();
  const idHeader = provider?.delivery?.id?.header;
  const paths = [provider?.delivery?.id?.json ?? [], dedupePaths].flat();
  const takesOnly = (wanted: string): boolean => bodyFormats.every((format) => format === wanted);
  const unsigned = writeOwnEvent(
    { headers, query, content: { payload } },
    {
      contentType: takesOnly("ndjson")
        ? "application/x-ndjson"
        : contentTypeOf(takesOnly("form") ? { type: "form" } : {}),
      headers: idHeader === undefined ? {} : { [idHeader]: id },
      query: "",
      proof,
    },
  );
  return proveRequest(unsigned, {
    proof,
    publicUrl,
    crypto: createNodeCrypto(),
    context: contextAt(id, Date.now()),
    query: unsigned.query,
    tamper: undefined,
    renew: (body, sent) => renewBody(body, { paths, headers: sent }),
  });
}

/** As an adapter passes on what came through a socket. */
function toIngress({ method, headers, query, body }: BuiltRequest, path: string): IngressRequest {
  const bytes = typeof body === "string" ? new TextEncoder().encode(body) : body;
  const sent = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]);
  return {
    method,
    target: query === "" ? path : `${path}?${query}`,
    headers: () => ({ ...Object.fromEntries(sent), "content-length": String(bytes.byteLength) }),
    remoteAddress: () => "127.0.0.1",
    readBody: async ({ maxBytes }) =>
      bytes.byteLength > maxBytes ? { kind: "too-large" } : { kind: "bytes", bytes },
    isGone: () => false,
  };
}
