// Limits and a clock → a budget for the bodies that are read before anybody knows who sent them.

import type { Clock } from "@hookwright/base";
import { networkOf } from "@hookwright/base";
import type { BodyMeter } from "./request.ts";

/** Bodies that are read before their senders are known: how many at a time, how large together, how long each. */
export interface BodyBudgetLimits {
  /** Default: 1,024. */
  readonly maxRequests?: number;
  /**
   * Bytes that have arrived. No less than the largest body of a route with an `auth`, or that route takes
   * no such body. Default: 16 MiB, or that largest body where it is more.
   */
  readonly maxBytes?: number;
  /**
   * Longest time for one of them to arrive, in milliseconds, where that is shorter than `bodyTimeoutMs`.
   * Default: 10,000.
   */
  readonly timeoutMs?: number;
}

/** A request whose body is about to be read. */
interface UnknownSender {
  readonly client: string | undefined;
  /** Milliseconds since the epoch. */
  readonly receivedAt: number;
  /** The length that the sender says, if it says one. */
  readonly declared: number | undefined;
  /** The largest body of a route with an `auth`, in bytes. */
  readonly largestBody: number;
}

/** What one body has of the budget, until it is released. */
export interface BodyShare extends BodyMeter {
  /** Counts what is there: the body cannot be ended any more. False where there is no room for it. */
  readonly complete: (length: number) => boolean;
  /** Whether others needed its room. */
  readonly isEnded: () => boolean;
  /** Called once. */
  readonly release: () => void;
}

export interface BodyBudget {
  /** Undefined where there can never be room for as many bytes as the sender declares. */
  readonly open: (sender: UnknownSender) => BodyShare | undefined;
}

/** A place costs some 40 KB, nearly all of it the connection, which a stranger may hold without one. */
const MAX_REQUESTS = 1_024;

/** 64 bodies of the default limit of 256 KiB. */
const MAX_BYTES = 16 * 1024 * 1024;

/** A body of the default limit is there within some packets. Whoever needs longer may be held up, or waits on purpose. */
const SAFE_MS = 1_000;

/** What places and bytes are counted for: an address of IPv4, or a /64 of IPv6, as the throttle counts failures. */
interface Network {
  readonly name: string;
  places: number;
  bytes: number;
}

/**
 * Counts what has arrived, never what may come: else a stranger with half a kilobyte per second would
 * switch off every signed route. A place is taken by a body that is waited for, so that events which come
 * in one packet need none. Where places or bytes run out, the oldest body that is unfinished after a
 * second makes room, first of the network that holds most of them.
 */
export function createBodyBudget(limits: BodyBudgetLimits, clock: Clock): BodyBudget {
  const ledger = new Ledger(limits.maxRequests ?? MAX_REQUESTS, clock);
  return {
    open(sender) {
      const maxBytes = limits.maxBytes ?? Math.max(MAX_BYTES, sender.largestBody);
      return (sender.declared ?? 0) > maxBytes ? undefined : new Share(ledger, sender, maxBytes);
    },
  };
}

/** What all bodies hold together. */
class Ledger {
  readonly #maxRequests: number;
  readonly #clock: Clock;
  /** Those that are waited for, in the order in which they began. */
  readonly #waiting = new Map<Share, Network>();
  readonly #networks = new Map<string, Network>();
  #bytes = 0;

  constructor(maxRequests: number, clock: Clock) {
    this.#maxRequests = maxRequests;
    this.#clock = clock;
  }

  takePlace(share: Share): boolean {
    if (this.#waiting.size >= this.#maxRequests) {
      const oldest = this.#findOldest("places");
      if (oldest === undefined) return false;
      oldest.end();
    }
    const name = networkOf(share.client);
    const network = this.#networks.get(name) ?? { name, places: 0, bytes: 0 };
    this.#networks.set(name, network);
    network.places += 1;
    this.#waiting.set(share, network);
    return true;
  }

  freePlace(share: Share): void {
    const network = this.#waiting.get(share);
    if (network === undefined) return;
    this.#waiting.delete(share);
    network.places -= 1;
    network.bytes -= share.bytes;
    if (network.places === 0) this.#networks.delete(network.name);
  }

  takeBytes(size: number, share: Share): boolean {
    while (this.#bytes + size > share.maxBytes) {
      const oldest = this.#findOldest("bytes");
      if (oldest === undefined || oldest === share) return false;
      oldest.end();
    }
    this.#bytes += size;
    const network = this.#waiting.get(share);
    if (network !== undefined) network.bytes += size;
    return true;
  }

  freeBytes(size: number): void {
    this.#bytes -= size;
  }

  #findOldest(scarce: "places" | "bytes"): Share | undefined {
    const begunBefore = this.#clock() - SAFE_MS;
    let found: Share | undefined;
    let most = 0;
    for (const [share, network] of this.#waiting) {
      if (share.receivedAt > begunBefore) break;
      const held = network[scarce];
      if (held <= most || (scarce === "bytes" && share.bytes === 0)) continue;
      found = share;
      most = held;
    }
    return found;
  }
}

class Share implements BodyShare {
  readonly client: string;
  readonly receivedAt: number;
  /** Of the whole budget. */
  readonly maxBytes: number;
  bytes = 0;
  readonly #ledger: Ledger;
  #isEnded = false;
  #onEnd: (() => void) | undefined;

  constructor(ledger: Ledger, { client = "unknown", receivedAt }: UnknownSender, maxBytes: number) {
    this.client = client;
    this.receivedAt = receivedAt;
    this.maxBytes = maxBytes;
    this.#ledger = ledger;
  }

  begin(end: () => void): boolean {
    this.#onEnd = end;
    return this.#ledger.takePlace(this);
  }

  add(size: number): boolean {
    if (this.#isEnded || !this.#ledger.takeBytes(size, this)) return false;
    this.bytes += size;
    return true;
  }

  /** What an adapter has not counted is counted now. */
  complete(length: number): boolean {
    this.#ledger.freePlace(this);
    return this.add(length - this.bytes);
  }

  end(): void {
    this.#isEnded = true;
    this.release();
    this.#onEnd?.();
  }

  isEnded(): boolean {
    return this.#isEnded;
  }

  release(): void {
    this.#ledger.freePlace(this);
    this.#ledger.freeBytes(this.bytes);
    this.bytes = 0;
  }
}
