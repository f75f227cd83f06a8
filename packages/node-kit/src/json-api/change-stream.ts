// Changes as they happen → clients that read them as server-sent events, from where they left off.
import { randomBytes } from "node:crypto";
import type { ServerResponse } from "node:http";
import type { Refusal } from "./check-request.ts";
import { API_HEADERS, type JsonRoute, STREAMED } from "./create-json-api.ts";

/** One message. `kind` is the name of its event. */
interface Change {
  readonly kind: string;
}

/**
 * The message `reset`: the client has to read its lists again, then goes on from here. `new`: it named no message.
 * `restart`: its message is from another start of the server. `gone`: more than 1,000 messages came since.
 */
export interface StreamReset {
  readonly reason: "new" | "restart" | "gone";
}

/** Sends changes to clients. */
interface ChangeStream<Of extends Change> {
  /** Part of each id: it differs between two starts. */
  readonly start: string;
  readonly publish: (change: Of) => void;
  /** False, without an answer: there are as many clients as there may be. */
  readonly open: (response: ServerResponse, since: string | undefined) => boolean;
  /** `GET /api/stream`. */
  readonly route: JsonRoute;
  readonly close: () => void;
}

/** What a stream needs. */
interface ChangeStreamOptions {
  /** Default: 15,000. */
  readonly aliveEveryMs?: number;
}

/** A page that was asleep for some minutes continues without reading everything again. */
const MAX_KEPT = 1_000;

/** A browser has one per tab; each is a socket and one message. */
const MAX_CLIENTS = 16;

/** Proxies end a connection that is silent for 30 to 60 s. */
const ALIVE_EVERY_MS = 15_000;

interface Client {
  readonly response: ServerResponse;
  /** The number of the newest message that it was sent. */
  at: number;
  /** Its socket is full. */
  isFull: boolean;
  /** It was full at the last sign of life. */
  wasFull: boolean;
}

/**
 * A client gets the next message when its socket has room, so a slow one costs no memory beyond one message. One that
 * reads nothing for 15 to 30 s, or that is 1,000 messages behind, is cut off: it can connect again with its last id.
 */
export function createChangeStream<Of extends Change>({
  aliveEveryMs = ALIVE_EVERY_MS,
}: ChangeStreamOptions = {}): ChangeStream<Of> {
  const start = randomBytes(6).toString("hex");
  const kept: Of[] = [];
  const clients = new Set<Client>();
  let newest = 0;

  const send = (client: Client): void => {
    while (client.at < newest && !client.isFull) {
      client.at += 1;
      const change = kept[client.at % MAX_KEPT] as Of;
      write(client, messageOf(change.kind, client.at, change));
    }
  };

  const write = (client: Client, text: string): void => {
    if (!client.response.write(text)) client.isFull = true;
  };

  const cutOff = (client: Client): void => {
    clients.delete(client);
    client.response.destroy();
  };

  const messageOf = (event: string, at: number, data: object): string =>
    `id: ${start}-${at}\nevent: ${event}\ndata: ${JSON.stringify(data)}\n\n`;

  const alive = setInterval(() => {
    for (const client of clients) {
      if (client.isFull && client.wasFull) cutOff(client);
      else if (!client.isFull) write(client, ": alive\n\n");
      client.wasFull = client.isFull;
    }
  }, aliveEveryMs);
  // A process that has nothing else to do may end.
  alive.unref();

  const open = (response: ServerResponse, since: string | undefined): boolean => {
    if (clients.size >= MAX_CLIENTS) return false;
    const found = findPosition(since, { start, newest });
    const at = typeof found === "number" ? found : newest;
    const client: Client = { response, at, isFull: false, wasFull: false };
    clients.add(client);
    response.on("close", () => clients.delete(client));
    response.on("drain", () => {
      client.isFull = false;
      client.wasFull = false;
      send(client);
    });
    response.writeHead(200, { ...API_HEADERS, "content-type": "text/event-stream" });
    if (typeof found === "number") {
      response.flushHeaders();
      send(client);
    } else write(client, messageOf("reset", at, found));
    return true;
  };

  return {
    start,
    publish: (change) => {
      newest += 1;
      kept[newest % MAX_KEPT] = change;
      for (const client of clients) {
        if (newest - client.at > MAX_KEPT) cutOff(client);
        else send(client);
      }
    },
    open,
    route: {
      method: "GET",
      path: ["stream"],
      input: { since: "text" },
      answer: async ({ response, input }) => {
        const { since } = input as { readonly since?: string };
        return open(response, since) ? STREAMED : { kind: "refusal", refusal: TOO_MANY_STREAMS };
      },
    },
    close: () => {
      clearInterval(alive);
      for (const client of clients) {
        // Nothing more may be written, also not when its socket has room again.
        client.at = Number.POSITIVE_INFINITY;
        client.response.end();
      }
      clients.clear();
    },
  };
}

const TOO_MANY_STREAMS: Refusal = {
  status: 503,
  code: "too_many_streams",
  message: "As many streams are open as there may be.",
  hint: "Close one: each page needs only one.",
};

const ID = /^(?<start>[\da-f]{12})-(?<at>\d{1,15})$/;

/** The number of the message after which a client continues, or why it cannot. */
function findPosition(
  since: string | undefined,
  { start, newest }: { readonly start: string; readonly newest: number },
): number | StreamReset {
  if (since === undefined) return { reason: "new" };
  const id = ID.exec(since)?.groups;
  if (id?.["start"] !== start) return { reason: "restart" };
  const at = Number(id["at"]);
  return at > newest || newest - at > MAX_KEPT ? { reason: "gone" } : at;
}
