// What was chosen → the files of a new folder of mappings, but for the snapshots.
import { randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { eventsFolder, type Recipe, type RecipeVariable } from "@hookwright/samples";
import { type ConfigChoices, composeConfig } from "./compose-config.ts";
import { plainText } from "./plain-text.ts";

export interface NewFile {
  /** Relative to the folder, with slashes. */
  readonly path: string;
  readonly text: string;
  /** Default: 0o644. */
  readonly mode?: number;
  /** Lines that an existing file gets in addition, in place of being left as it is. */
  readonly appends?: true;
}

interface InitChoices extends ConfigChoices {
  readonly token: boolean;
  readonly vscode: boolean;
}

export function planFiles(choices: InitChoices): readonly NewFile[] {
  const { recipes, format, token, vscode } = choices;
  const events = recipes.flatMap(({ samples }) => samples).map(eventFile);
  const variables = listVariables(recipes);
  return [
    { path: `hooks.${format}`, text: composeConfig(choices) },
    ...events,
    { path: ".env.example", text: `${ABOUT_ENV}\n${variables.map(variableToLines).join("")}` },
    ...(token ? [{ path: ".env", text: composeEnv(variables), mode: 0o600 }] : []),
    { path: ".gitignore", text: ".env\nnode_modules/\n", appends: true },
    ...(vscode ? [extensions(format)] : []),
  ];
}

const ABOUT_ENV =
  "# Copy this file to .env, which is not for git, and write the secrets behind the names.";

/** All that the recipes read, each once: the hook token first. */
export function listVariables(recipes: readonly Recipe[]): readonly RecipeVariable[] {
  const all = recipes.flatMap(({ variables }) => variables);
  return [...new Map(all.map((variable) => [variable.name, variable])).values()];
}

function variableToLines({ name, where }: RecipeVariable): string {
  return `\n# ${plainText(where)}\n${name}=\n`;
}

/** What a sender shows, or what somebody types in there, cannot be made up here. */
function composeEnv(variables: readonly RecipeVariable[]): string {
  const random = (name: string) => (name === HOOK_TOKEN ? randomBytes(32).toString("hex") : "");
  return variables.map(({ name }) => `${name}=${random(name)}\n`).join("");
}

export const HOOK_TOKEN = "HOOK_TOKEN";

function eventFile(sample: string): NewFile {
  const path = `${sample}.event.json`;
  return { path: `events/${path}`, text: readFileSync(join(eventsFolder, path), "utf8") };
}

/** JSON needs none: VS Code reads its schema by itself. */
function extensions(format: ConfigChoices["format"]): NewFile {
  const recommendations = format === "yaml" ? ["redhat.vscode-yaml"] : [];
  return {
    path: ".vscode/extensions.json",
    text: `${JSON.stringify({ recommendations }, undefined, 2)}\n`,
  };
}
