// What a server shows of the requests that it got last. Types only.
import type { RequestRecord } from "@hookwright/core/ingress";

/** The record of a request, and whether the operator sent it. */
export interface LiveRecord extends RequestRecord {
  /** With `POST /api/requests`, and not by a sender. */
  readonly sentBy?: "operator";
}

/**
 * Why a request has no event: `unproved`: it was refused before it became an event, or it was a repeat or a handshake.
 * `off`: the server keeps no events. `large`: it is too large. `busy`: too many came at once. `gone`: newer ones took its
 * room.
 */
export type MissingEvent = "unproved" | "off" | "large" | "busy" | "gone";

/** A row of the list. */
export interface LiveItem {
  /** Of this start of the server: an id of another start names nothing. */
  readonly id: string;
  readonly record: LiveRecord;
  /** Absent if its event can be read. */
  readonly missing?: MissingEvent;
}

/** An event as its author writes it. */
export interface WrittenEvent {
  /** The name of the hook. */
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly payload?: unknown;
}

/** A request with its event. */
export interface LiveRequest extends LiveItem {
  /** Without secrets, as `hookwright record` writes it to a file. */
  readonly event?: WrittenEvent & Readonly<Record<string, unknown>>;
  /** A name for that file, without its ending: `github-push-opened`. */
  readonly name?: string;
}

/** The config that is served, without its secrets. */
export interface ServedConfig {
  readonly filename: string;
  readonly format: "yaml" | "json5";
  readonly text: string;
  /** Whether `text` was made of several files: it has their values, and not their comments. */
  readonly isMerged: boolean;
}

/** What the server answered itself, or why the event cannot be sent. */
export type SendAgainResult =
  | { readonly ok: true; readonly status: number; readonly body: string }
  | { readonly ok: false; readonly code: string; readonly message: string; readonly hint?: string };
