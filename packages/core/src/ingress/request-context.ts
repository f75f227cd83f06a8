// One request on its way to its answer: what the gates, the dispatch and the record read of it.
import { parseQuery } from "../data/parse-query.ts";
import type { HeaderRecord, QueryRecord } from "../model/event.ts";
import type { Route } from "./find-route.ts";
import type { RequestNotes } from "./record.ts";
import type { IngressRequest } from "./request.ts";

/** One object for a whole request: an object for each gate would cost more than most gates. */
export interface RequestContext {
  readonly request: IngressRequest;
  readonly route: Route;
  readonly query: QueryRecord;
  readonly notes: RequestNotes;
  receivedAt: number;
  headers: HeaderRecord;
  remoteAddress: string | undefined;
  /** When the time of the request is over; infinite until something takes time. */
  deadline: number;
}

const NONE = {};

export function createContext(request: IngressRequest, route: Route): RequestContext {
  const query = parseQuery(route.query);
  return {
    request,
    route,
    query,
    notes: {},
    receivedAt: 0,
    headers: NONE,
    remoteAddress: undefined,
    deadline: Number.POSITIVE_INFINITY,
  };
}
