// The folder of a provider → its config file, and the requests that the provider would send.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import { formatProblems, parseConfigText } from "@hookwright/config";

/** One entry of `events.yaml`. Exactly one of `body`, `json`, `form`, `multipart`, `text` and `example` is there. */
export interface ProviderEvent {
  readonly name: string;
  /** What somebody who read the whole prompt said of it: `good`, or what is wrong. */
  readonly verdict: string;
  /** What was odd about the payload, and what the mapping does about it. */
  readonly note?: string;
  /** Default: the name of the provider. */
  readonly path?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  /** Sent as JSON. */
  readonly body?: unknown;
  /** JSON as it is sent, for numbers that a parser would round. */
  readonly json?: string;
  readonly form?: Readonly<Record<string, string>>;
  readonly multipart?: Readonly<Record<string, string>>;
  readonly text?: string;
  /** One of the payloads that GitHub's own library has. */
  readonly example?: { readonly event: string; readonly index: number };
}

export interface Provider {
  readonly name: string;
  /** Where the shape of the payloads is described. */
  readonly source: string;
  readonly configFile: string;
  readonly events: readonly ProviderEvent[];
}

export const PROVIDERS = new URL("../providers/", import.meta.url);

export async function readProvider(name: string): Promise<Provider> {
  const file = fileURLToPath(new URL(`${name}/events.yaml`, PROVIDERS));
  const { source, events } = (await readYaml(file)) as Pick<Provider, "source" | "events">;
  const configFile = fileURLToPath(new URL(`${name}/hooks.yaml`, PROVIDERS));
  return { name, source, configFile, events };
}

/** The mappings of its config, as they are written there. */
export async function readMappings({ configFile }: Provider): Promise<readonly unknown[]> {
  const { hooks } = (await readYaml(configFile)) as { hooks: { mappings: readonly unknown[] } };
  return hooks.mappings;
}

async function readYaml(filename: string): Promise<unknown> {
  const parsed = await parseConfigText(readFileSync(filename, "utf8"), { filename });
  if (!parsed.ok) throw new Error(formatProblems(parsed.problems, parsed));
  return parsed.config;
}

export function requestFromEvent(event: ProviderEvent): RequestInit {
  const headers = event.headers ?? {};
  const typed = (type: string) => ({ "content-type": type, ...headers });
  if (event.form !== undefined) return { headers, body: new URLSearchParams(event.form) };
  if (event.multipart !== undefined) return { headers, body: formFromFields(event.multipart) };
  if (event.text !== undefined) return { headers: typed("text/plain"), body: event.text };
  const value = event.example === undefined ? event.body : readExample(event.example);
  return { headers: typed("application/json"), body: event.json ?? JSON.stringify(value) };
}

function formFromFields(fields: Readonly<Record<string, string>>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  return form;
}

interface ExampleGroup {
  readonly name: string;
  readonly examples: readonly unknown[];
}

function readExample({ event, index }: { event: string; index: number }): unknown {
  const require = createRequire(import.meta.url);
  const groups: readonly ExampleGroup[] = require("@octokit/webhooks-examples");
  const example = groups.find(({ name }) => name === event)?.examples[index];
  if (example === undefined) throw new Error(`There is no example ${index} of "${event}".`);
  return example;
}
