// The file of a delivery (<provider>/<name>.json) → the event that the provider would send.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { HookEvent } from "../../src/model/event.ts";

/** What the file says. A payload is written out, or it is one of the examples that GitHub's own library has. */
interface DeliveryFile {
  /** Default: the name of the provider. */
  readonly path?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly payload?: unknown;
  readonly example?: { readonly event: string; readonly index: number };
  /** What is different from the example; objects are merged. */
  readonly with?: unknown;
  /** Which config of the page it is for. Default: the first. */
  readonly config?: number;
}

export interface Delivery {
  readonly event: HookEvent;
  readonly config: number;
}

/** 2026-01-02T03:04:05.678Z */
const RECEIVED_AT = 1_767_323_045_678;

export function readDelivery(provider: string, name: string): Delivery {
  const url = new URL(`${provider}/${name}.json`, import.meta.url);
  const file = JSON.parse(readFileSync(url, "utf8")) as DeliveryFile;
  const { path = provider, headers = {}, query = {}, example, config = 0 } = file;
  const payload = example === undefined ? file.payload : merge(readExample(example), file.with);
  return { config, event: { path, headers, query, payload, receivedAt: RECEIVED_AT } };
}

interface ExampleGroup {
  readonly name: string;
  readonly examples: readonly unknown[];
}

function readExample({ event, index }: { event: string; index: number }): unknown {
  const groups: readonly ExampleGroup[] = createRequire(import.meta.url)(
    "@octokit/webhooks-examples",
  );
  const example = groups.find(({ name }) => name === event)?.examples[index];
  if (example === undefined) throw new Error(`There is no example ${index} of "${event}".`);
  return example;
}

function merge(value: unknown, change: unknown): unknown {
  if (change === undefined) return value;
  if (!isRecord(value) || !isRecord(change)) return change;
  const changed = Object.entries(change).map(([key, item]) => [key, merge(value[key], item)]);
  return { ...value, ...Object.fromEntries(changed) };
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
