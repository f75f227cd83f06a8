// A captured request and hooks → the event that the server would make of it, or how the server answers.
import { type HookEvent, type Hooks, parseJson } from "@hookwright/core";
import { createIngress, type IngressAnswer } from "@hookwright/core/ingress";
import { type CliError, createUsageError } from "../cli-error.ts";
import type { CapturedRequest } from "../senders/parse-http-request.ts";

/**
 * The request goes through the gates of the server, so that the base path, the token and the secrets of
 * senders are taken out, and the body is decoded, as they are there. Only who sent it is not judged.
 */
export async function receiveCapture(captured: CapturedRequest, hooks: Hooks): Promise<HookEvent> {
  const received: HookEvent[] = [];
  let reason: string | undefined;
  const { method, target, body } = captured;
  const ingress = createIngress({
    hooks: {
      ...hooks,
      settings: { ...hooks.settings, enabled: true },
      verifyToken: () => true,
      routeAuth: () => undefined,
      hasRoute: () => true,
      resolve: (event) => {
        received.push(event);
        return { outcome: "skipped", mappingId: "" };
      },
    },
    dispatch: () => undefined,
    idempotency: false,
    observer: ({ detail }) => {
      reason = detail;
    },
  });
  const answer = await ingress.receive({
    method,
    target,
    headers: { ...captured.headers, authorization: "Bearer captured" },
    remoteAddress: undefined,
    readBody: ({ maxBytes }) =>
      Promise.resolve(
        body.length > maxBytes ? { kind: "too-large" } : { kind: "bytes", bytes: body },
      ),
    isGone: () => false,
  });
  const [event] = received;
  if (event === undefined) throw describeRefusal(answer, reason, hooks);
  const { path, payload, headers, query, url } = event;
  return { path, payload, headers, query, url, ...findIntegers(body) };
}

/** The gates need not tell what only an explanation shows. */
function findIntegers(body: Uint8Array): Pick<HookEvent, "integersAsText"> {
  const parsed = parseJson(Buffer.from(body).toString("utf8"));
  return parsed.ok ? { integersAsText: parsed.integersAsText } : {};
}

function describeRefusal(
  answer: IngressAnswer | undefined,
  reason: string | undefined,
  { settings: { path } }: Hooks,
): CliError {
  if (answer === undefined) {
    const hint = `Write --name github, or a request line such as: POST ${path}/github HTTP/1.1`;
    return createUsageError(`The request does not go to a hook below ${path}.`, hint);
  }
  const { error } = JSON.parse(answer.body) as { readonly error: string };
  return createUsageError(
    `The server answers this request with ${answer.status}: ${error}`,
    reason,
  );
}
