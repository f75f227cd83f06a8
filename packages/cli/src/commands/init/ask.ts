// A terminal → what somebody chose there. Imported only where there is one: the library takes 60 ms to load.
import type { Readable, Writable } from "node:stream";
import {
  type CANCEL_SYMBOL,
  cancel,
  confirm,
  isCancel,
  multiselect,
  select,
  text,
} from "@clack/prompts";
import { listRecipes, recipe } from "@hookwright/samples";
import { CliError } from "../../cli-error.ts";
import type { InitOptions } from "./init.ts";

export interface Terminal {
  readonly input?: Readable;
  readonly output?: Writable;
}

/** Asks for what the command line leaves open. */
export async function askMissing(
  options: InitOptions,
  terminal: Terminal = {},
): Promise<InitOptions> {
  const providers = options.providers ?? (await askProviders(terminal));
  const channel = options.channel ?? (await askChannel(terminal));
  const format = options.format ?? (await askFormat(options, terminal));
  const token = options.token ?? (await askToken(terminal));
  return { ...options, providers, channel, format, token };
}

async function askProviders(terminal: Terminal): Promise<readonly string[]> {
  const choices = listRecipes().map((value) => ({ value, label: recipe(value).title }));
  const message = "Whose webhooks?";
  return answer(await multiselect({ message, options: choices, required: true, ...terminal }));
}

async function askChannel(terminal: Terminal): Promise<string> {
  const message = "Where should runs answer? A channel of your gateway, such as telegram";
  const placeholder = "last: where the assistant answered last";
  const channel = answer(await text({ message, placeholder, defaultValue: "last", ...terminal }));
  return channel;
}

async function askFormat(
  { vscode }: InitOptions,
  terminal: Terminal,
): Promise<NonNullable<InitOptions["format"]>> {
  const options = [
    { value: "yaml" as const, label: "YAML", hint: "texts of several lines need no marks" },
    { value: "json5" as const, label: "JSON5", hint: "as the gateway's own config" },
    { value: "json" as const, label: "JSON", hint: "without comments" },
  ];
  const initialValue = vscode === true ? "yaml" : "json5";
  return answer(await select({ message: "In which format?", options, initialValue, ...terminal }));
}

async function askToken(terminal: Terminal): Promise<boolean> {
  return answer(await confirm({ message: "Write .env, with a random token in it?", ...terminal }));
}

function answer<T>(given: T | typeof CANCEL_SYMBOL): T {
  if (!isCancel(given)) return given;
  cancel("Nothing was written.");
  throw new CliError("The questions were not answered.", { exitCode: 2 });
}
