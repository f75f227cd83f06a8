// A recipe page (docs/recipes/<provider>.md) → the configs in it, and the golden file that it shows.
import { readFileSync, writeFileSync } from "node:fs";
import { parseConfigText } from "@hookwright/config";

const pages = new URL("../../../../docs/recipes/", import.meta.url);

/** A fence opens and closes at the start of a line. */
const CONFIG = /^```json5\n([\s\S]*?)^```$/gm;

/** The link to an event, and after it the fence with what the event makes. */
const SHOWN =
  /\]\([^)]*\/samples\/deliveries\/[\w-]+\/([\w-]+)\.json\)[^`]*^```text\n([\s\S]*?)^```$/gm;

export interface Recipe {
  /** In the order of the page; most pages have one. */
  readonly configs: readonly unknown[];
  /** What the page shows, by the name of the event. */
  readonly shown: readonly { readonly name: string; readonly text: string }[];
}

export async function readRecipe(provider: string): Promise<Recipe> {
  const page = readFileSync(new URL(`${provider}.md`, pages), "utf8");
  return {
    configs: await Promise.all(
      [...page.matchAll(CONFIG)].map(([, code = ""]) => parseConfig(code)),
    ),
    shown: [...page.matchAll(SHOWN)].map(([, name = "", text = ""]) => ({ name, text })),
  };
}

/** Puts the texts of golden files where the page shows them. */
export function writeShown(provider: string, textOf: (name: string) => string): void {
  const url = new URL(`${provider}.md`, pages);
  const page = readFileSync(url, "utf8").replaceAll(SHOWN, (shown, name: string, text: string) => {
    const opening = shown.slice(0, shown.length - "```".length - text.length);
    return `${opening}${textOf(name)}\`\`\``;
  });
  writeFileSync(url, page);
}

async function parseConfig(code: string): Promise<unknown> {
  const { ok, config, problems } = await parseConfigText(code, { filename: "recipe.json5" });
  if (!ok) throw new Error(problems.map(({ message }) => message).join("\n"));
  return config;
}
