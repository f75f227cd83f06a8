// A request → the id that its sender gave it, where that can stand in logs and headers.

import type { RandomId } from "@hookwright/base";
import { readHeader } from "@hookwright/base";
import type { IngressAnswer } from "../request.ts";
import type { RequestContext } from "../request-context.ts";

const REQUEST_ID = "x-request-id";

/** UUIDs, and the ids of traces, proxies and clouds. No spaces, quotes or controls. */
const SANE = /^[\w.:+/=@-]{1,128}$/;

/** Undefined for one that holds a secret, too: an answer would repeat it. */
export function readRequestId({ headers, auth, hideSecrets }: RequestContext): string | undefined {
  const sent = readHeader(headers, REQUEST_ID);
  if (sent === undefined || !SANE.test(sent) || hideSecrets(sent) !== sent) return undefined;
  return auth?.secretPlaces.headers.includes(REQUEST_ID) ? undefined : sent;
}

/** The sender hears its own id, and pays for it: an answer without one is a constant. */
export function withRequestId(answer: IngressAnswer, id: string): IngressAnswer {
  return { ...answer, headers: { ...answer.headers, [REQUEST_ID]: id } };
}

/** One random id and a count: a random id for each request takes a fifth of a small one. */
export function createRequestIds(): (randomId: RandomId) => string {
  let first: string | undefined;
  let count = 0;
  return (randomId) => {
    first ??= randomId();
    count += 1;
    return `${first}-${count.toString(36)}`;
  };
}
