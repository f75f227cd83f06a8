// All providers → what can be sent for each: a table for people, a list for programs.
import type { Provider } from "@hookwright/core";
import { SAMPLES, UNSENDABLE } from "@hookwright/samples/senders";
import { PROVIDERS } from "@hookwright/signatures";
import type { Unsendable } from "@hookwright/signatures/vendors";

export function providersToText(): string {
  const rows = providersToJson().map(({ id, ways, events, handshake, isGeneric, unsendable }) => [
    id,
    ways.join(", "),
    unsendable === undefined
      ? `${events.join(", ")}${isGeneric ? " (generic)" : ""}${handshake ? "; --handshake" : ""}`
      : `cannot be sent: ${unsendable.reason}. Instead: ${unsendable.instead}`,
  ]);
  const widths = [0, 1].map((column) =>
    Math.max(...rows.map((row) => (row[column] as string).length)),
  );
  return rows
    .map((row) => row.map((text, column) => text.padEnd(widths[column] ?? 0)).join("  "))
    .join("\n");
}

interface ListedProvider {
  readonly id: string;
  readonly name: string;
  /** `secret`, `privateKey`, `token`. */
  readonly ways: readonly string[];
  readonly events: readonly string[];
  readonly handshake: boolean;
  readonly isGeneric: boolean;
  /** Why nothing can be sent, and what to do instead. */
  readonly unsendable?: Unsendable;
}

export function providersToJson(): readonly ListedProvider[] {
  return PROVIDERS.map((provider) => {
    const samples = SAMPLES[provider.id] ?? [];
    const unsendable = UNSENDABLE.get(provider.id);
    return {
      id: provider.id,
      name: provider.name,
      ways: waysOf(provider),
      events: samples.map(({ event }) => event),
      handshake: provider.handshake !== undefined,
      isGeneric: samples.some(({ isGeneric }) => isGeneric === true),
      ...(unsendable && { unsendable }),
    };
  });
}

function waysOf({ id, signatures = [], token, jwt, message }: Provider): readonly string[] {
  const kinds = new Set(signatures.map(({ scheme }) => scheme));
  const hasSecret = kinds.has("hmac") || (jwt ?? message) !== undefined;
  return [
    ...(hasSecret && !UNSENDABLE.has(id) ? ["secret"] : []),
    ...(kinds.has("publicKey") ? ["private key"] : []),
    ...(token === undefined ? [] : ["token"]),
  ];
}
