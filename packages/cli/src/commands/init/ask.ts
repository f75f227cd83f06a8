// A terminal → the choices of its user. Imported only for a terminal: the library takes 60 ms to load.
import type { Readable, Writable } from "node:stream";
import {
  autocompleteMultiselect,
  type CANCEL_SYMBOL,
  cancel,
  confirm,
  isCancel,
  select,
  text,
} from "@clack/prompts";
import { listRecipes, recipe } from "@hookwright/samples";
import { CliError } from "../../cli-error.ts";
import { DEFAULT_WIDTH } from "../../output/style.ts";
import type { InitOptions } from "./init.ts";

export interface Terminal {
  readonly input?: Readable;
  readonly output?: Writable & { columns?: number; rows?: number };
}

/** Asks for options that are missing. */
export async function askMissing(
  options: InitOptions,
  terminal: Terminal = { output: process.stdout },
): Promise<InitOptions> {
  knowSize(terminal);
  const providers = options.providers ?? (await askProviders(terminal));
  const channel = options.channel ?? (await askChannel(terminal));
  const format = options.format ?? (await askFormat(terminal));
  const token = options.token ?? (await askToken(terminal));
  return { ...options, providers, channel, format, token };
}

const DEFAULT_ROWS = 24;

/** A terminal that a program opened may report 0 columns, to which the library would wrap. */
function knowSize({ output }: Terminal): void {
  if (output?.columns === 0) output.columns = DEFAULT_WIDTH;
  if (output?.rows === 0) output.rows = DEFAULT_ROWS;
}

/** Letters are a filter: in a plain list they would be commands, such as i, which chooses all others. */
async function askProviders(terminal: Terminal): Promise<readonly string[]> {
  const options = listRecipes().map((value) => ({ value, label: recipe(value).title }));
  const message = "Whose webhooks? Type to filter, Tab chooses one or more";
  return answer(await autocompleteMultiselect({ message, options, required: true, ...terminal }));
}

async function askChannel(terminal: Terminal): Promise<string> {
  const message = "Where should runs answer? telegram, slack, …";
  const placeholder = "last: where the assistant answered last";
  return answer(await text({ message, placeholder, defaultValue: "last", ...terminal }));
}

async function askFormat(terminal: Terminal): Promise<NonNullable<InitOptions["format"]>> {
  const options = [
    { value: "yaml" as const, label: "YAML", hint: "as the pages of the docs" },
    { value: "json5" as const, label: "JSON5", hint: "as the gateway's own config" },
    { value: "json" as const, label: "JSON", hint: "without comments" },
  ];
  return answer(await select({ message: "In which format?", options, ...terminal }));
}

async function askToken(terminal: Terminal): Promise<boolean> {
  return answer(await confirm({ message: "Write .env, with random secrets in it?", ...terminal }));
}

function answer<T>(given: T | typeof CANCEL_SYMBOL): T {
  if (!isCancel(given)) return given;
  cancel("Nothing was written.");
  throw new CliError("The questions were not answered.", { exitCode: 2 });
}
