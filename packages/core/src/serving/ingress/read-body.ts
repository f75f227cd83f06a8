// A request, its limits, and the shared memory of all bodies → the body, or 408, 411, 413, 499, 503.

import { type Clock, type HeaderRecord, networkOf, readHeader } from "@hookwright/base";
import { createRefusal } from "../../model/index.ts";
import {
  CLIENT_CLOSED,
  type Gate,
  type GateRefusal,
  OVERLOADED,
  refuse,
  tooLarge,
} from "./answer.ts";
import { TOO_MANY_HELD } from "./decompress-body.ts";
import type { BodyLimits, BodyMeter, BodyRead, IngressRequest, ReadableBody } from "./request.ts";

export function checkDeclaredLength(headers: HeaderRecord, limits: BodyLimits): Gate {
  const declared = Number(readHeader(headers, "content-length") ?? 0);
  return declared > limits.maxBytes ? tooLarge(limits) : undefined;
}

/** The limit is the same for bytes and for a body that a framework has parsed. */
export function checkBody(
  body: BodyRead,
  limits: BodyLimits,
  options: WalkOptions = {},
): ReadableBody | GateRefusal {
  switch (body.kind) {
    case "bytes":
      return body.bytes.length > limits.maxBytes ? tooLarge(limits) : body;
    case "parsed":
      return isJsonLongerThan(body.value, limits.maxBytes, options) ? tooLarge(limits) : body;
    case "no-length":
      return NO_LENGTH;
    case "too-large":
      return tooLarge(limits);
    case "timeout":
      return timedOut(limits);
    case "overloaded":
      return OVERLOADED;
    case "gone":
      return CLIENT_CLOSED;
  }
}

/**
 * In HTTP such a request has no body, and its bytes follow as another request (RFC 9112, 6.3): an empty event
 * would be accepted instead of the body that the sender meant.
 */
const NO_LENGTH = refuse(
  createRefusal(
    "length_required",
    "The request has a Content-Type and no Content-Length: send the length of the body.",
    {
      detail:
        "The request has a Content-Type but neither Content-Length nor Transfer-Encoding, so its body cannot be read.",
    },
  ),
  { connection: "close" },
);

function timedOut({ timeoutMs }: BodyLimits): GateRefusal {
  return refuse(
    createRefusal("request_timeout", `The body did not arrive within ${timeoutMs} ms.`),
  );
}

/** The parts of the ingress state that reading an authenticated body needs. */
interface TrustedPorts {
  readonly bodyMemory: BodyMemory;
  /** Checks the numbers of bodies that arrive parsed. */
  readonly parsedBodies: WalkOptions;
}

/** Reads the body of an authenticated sender, counted as its bytes arrive. */
export async function readTrusted(
  { request, log }: { readonly request: IngressRequest; readonly log: MemoryHolder },
  { maxBytes, timeoutMs }: BodyLimits,
  { bodyMemory, parsedBodies }: TrustedPorts,
): Promise<ReadableBody | GateRefusal> {
  const meter = { begin: () => true, add: (bytes: number) => bodyMemory.take(bytes, log) };
  const limits = { maxBytes, timeoutMs, meter };
  const read = await request.readBody(limits);
  return read.kind === "overloaded" ? TOO_MANY_HELD : checkBody(read, limits, parsedBodies);
}

export interface WalkOptions {
  /** Gets each number in the value. */
  readonly onNumber?: (number: number) => void;
}

/**
 * Checks the length of a body of which only the parsed value is left. It counts the shortest spelling, so
 * that no body within the limit is refused: spaces, unnecessary escapes and the zeros of `1000000` (`1e6`) do
 * not count. It stops at the limit, has its own stack because values may be nested deeper than the call
 * stack, and ends on cycles because each level counts.
 */
export function isJsonLongerThan(
  value: unknown,
  maxBytes: number,
  { onNumber }: WalkOptions = {},
): boolean {
  const pending: unknown[] = [value];
  let left = maxBytes;
  while (pending.length > 0 && left >= 0) {
    const part = pending.pop();
    if (typeof part === "object" && part !== null) left = openContainer(part, left, pending);
    else left -= scalarBytes(part, left);
    if (typeof part === "number") onNumber?.(part);
  }
  return left < 0;
}

/** Counts brackets, commas and keys. The parts go to `pending`, unless their number alone exceeds the limit. */
function openContainer(container: object, left: number, pending: unknown[]): number {
  if (ArrayBuffer.isView(container)) return left - container.byteLength;
  if (Array.isArray(container)) {
    const rest = left - separatorBytes(container.length);
    if (container.length <= rest) for (const part of container) pending.push(part);
    return container.length <= rest ? rest : -1;
  }
  const keys = Object.keys(container);
  let rest = left - separatorBytes(keys.length);
  for (const key of keys) {
    rest -= textBytes(key, rest) + 1;
    if (rest < 0) return rest;
    pending.push((container as Readonly<Record<string, unknown>>)[key]);
  }
  return rest;
}

/** Two brackets, and a comma between parts. */
function separatorBytes(parts: number): number {
  return 2 + Math.max(0, parts - 1);
}

function scalarBytes(scalar: unknown, left: number): number {
  if (typeof scalar === "string") return textBytes(scalar, left);
  if (typeof scalar === "number") return numberBytes(scalar);
  // `null` and `true` are four bytes. Values that no JSON parser makes count as four, because templates
  // render them empty.
  return scalar === false ? 5 : 4;
}

/** The shortest JSON has only the digits that distinguish this number from its neighbors, and the sign. */
function numberBytes(number: number): number {
  const [digits = ""] = String(number).replace(/[-.]/g, "").split("e");
  return Math.max(1, digits.replace(/^0+|0+$/g, "").length) + (number < 0 ? 1 : 0);
}

/**
 * The length in UTF-8 with both quotes. A text with more characters than the bytes that are left is not
 * scanned.
 */
function textBytes(text: string, left: number): number {
  let bytes = 2;
  if (text.length > left) return bytes + text.length;
  for (let at = 0; at < text.length; at++) bytes += unitBytes(text.charCodeAt(at));
  return bytes;
}

/** Control characters that JSON writes as `\b`, `\t`, `\n`, `\f` and `\r`. The others take six bytes. */
const SHORT_ESCAPES = new Set([8, 9, 10, 12, 13]);

const QUOTE = 0x22;
const BACKSLASH = 0x5c;

function unitBytes(unit: number): number {
  if (unit < 0x20) return SHORT_ESCAPES.has(unit) ? 2 : 6;
  if (unit < 0x80) return unit === QUOTE || unit === BACKSLASH ? 2 : 1;
  // A pair of surrogates is four bytes.
  return unit < 0x800 || (unit >= 0xd800 && unit <= 0xdfff) ? 2 : 3;
}

/** A request that is not answered yet. */
export interface MemoryHolder {
  /** The bytes of its body, compressed and decompressed. */
  heldBytes: number;
}

/** The memory that the bodies of all authenticated, unanswered requests hold together. */
export interface BodyMemory {
  /** False if the bytes do not fit beside those of other requests. */
  readonly take: (bytes: number, holder: MemoryHolder) => boolean;
  readonly release: (holder: MemoryHolder) => void;
}

/** Twice the largest body that a config can allow, so that one of them fits together with its compressed form. */
const MAX_HELD_BYTES = 64 * 1024 * 1024;

/** 31 kB of gzip expand to 32 MiB, so a limit for each body alone would not bound the memory. */
export function createBodyMemory(maxBytes: number = MAX_HELD_BYTES): BodyMemory {
  let held = 0;
  return {
    take(bytes, holder) {
      if (held + bytes > maxBytes) return false;
      held += bytes;
      holder.heldBytes += bytes;
      return true;
    },
    release(holder) {
      held -= holder.heldBytes;
      holder.heldBytes = 0;
    },
  };
}

/** Limits for bodies that are read before their senders are authenticated. */
export interface BodyBudgetLimits {
  /** Default: 1,024. */
  readonly maxRequests?: number;
  /**
   * Total bytes that have arrived. If it is less than the largest body of a route with an `auth`, that route
   * cannot accept such a body. Default: 16 MiB, or that largest body if it is more.
   */
  readonly maxBytes?: number;
  /**
   * Longest time for one body to arrive, in milliseconds, if that is shorter than `bodyTimeoutMs`. Default:
   * 10,000.
   */
  readonly timeoutMs?: number;
}

/** A request whose body is about to be read. */
interface UnknownSender {
  readonly client: string | undefined;
  /** Milliseconds since the epoch. */
  readonly receivedAt: number;
  /** The declared length, if any. */
  readonly declared: number | undefined;
  /** The largest body of a route with an `auth`, in bytes. */
  readonly largestBody: number;
}

/** The share of one body in the budget, until it is released. */
export interface BodyShare extends BodyMeter {
  /** Counts the complete body, which can no longer be ended. False if there is no room for it. */
  readonly complete: (length: number) => boolean;
  /** Whether it was ended because others needed its room. */
  readonly isEnded: () => boolean;
  /** Called once. */
  readonly release: () => void;
}

export interface BodyBudget {
  /** Undefined if the declared length can never fit. */
  readonly open: (sender: UnknownSender) => BodyShare | undefined;
}

/** A slot costs about 40 KB, nearly all of it for the connection, which a stranger may hold without a slot. */
const MAX_REQUESTS = 1_024;

/** 64 bodies of the default limit of 256 KiB. */
const MAX_BYTES = 16 * 1024 * 1024;

/**
 * A body of the default limit arrives in a few packets. A sender that needs longer is slow, or waits on
 * purpose.
 */
const SAFE_MS = 1_000;

/** The unit for which slots and bytes are counted: an IPv4 address or an IPv6 /64, as in the throttle. */
interface Network {
  readonly name: string;
  places: number;
  bytes: number;
}

/**
 * Counts bytes that have arrived, never declared ones: otherwise a stranger with half a kilobyte per second
 * could block every signed route. Only a body that is waited for takes a slot, so events that arrive in one
 * packet need none. When slots or bytes run out, the oldest body that is unfinished after a second makes
 * room, first from the network that holds most of them.
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

/** The slots and bytes of all bodies. */
class Ledger {
  readonly #maxRequests: number;
  readonly #clock: Clock;
  /** Bodies that are waited for, in the order in which they began. */
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
  /** The limit of the whole budget. */
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

  /** Counts the bytes that the adapter did not count. */
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

/** A signature covers bytes, and serializing a parsed value again would give other bytes. */
export const PARSED_BODY =
  "A body that was parsed before the hooks cannot be verified. Put the hooks before body parsers, or keep the bytes as `rawBody` of a Node request.";
