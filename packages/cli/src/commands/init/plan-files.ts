// What was chosen → the files of a new folder of mappings, but for the snapshots.
import { randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { eventsFolder } from "@hookwright/samples";
import { type ConfigChoices, composeConfig } from "./compose-config.ts";

export interface NewFile {
  /** Relative to the folder, with slashes. */
  readonly path: string;
  readonly text: string;
  /** Default: 0o644. */
  readonly mode?: number;
  /** Lines that an existing file gets in addition, in place of being left as it is. */
  readonly appends?: true;
}

export interface InitChoices extends ConfigChoices {
  readonly token: boolean;
  readonly vscode: boolean;
}

export function planFiles(choices: InitChoices): readonly NewFile[] {
  const { recipes, format, token, vscode } = choices;
  const events = recipes.flatMap(({ samples }) => samples).map(eventFile);
  return [
    { path: `hooks.${format}`, text: composeConfig(choices) },
    ...events,
    {
      path: ".env.example",
      text: "# Copy this file to .env, and write a long random text: openssl rand -hex 32\nHOOK_TOKEN=\n",
    },
    ...(token
      ? [{ path: ".env", text: `HOOK_TOKEN=${randomBytes(32).toString("hex")}\n`, mode: 0o600 }]
      : []),
    { path: ".gitignore", text: ".env\nnode_modules/\n", appends: true },
    ...(vscode ? [extensions(format)] : []),
  ];
}

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
