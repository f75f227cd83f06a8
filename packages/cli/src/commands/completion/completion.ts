// The name of a shell → the script that completes this command line there, on standard output.
import { listRecipes } from "@hookwright/samples";
import { PROVIDERS } from "@hookwright/signatures";
import type { Command } from "commander";
import type { Io } from "../../io.ts";
import { type DescribedCommand, describeCommands, type NamedValues } from "./describe-commands.ts";
import { toBash } from "./to-bash.ts";
import { toFish } from "./to-fish.ts";
import { toZsh } from "./to-zsh.ts";

export type Shell = "bash" | "zsh" | "fish";

const SCRIPTS: Readonly<Record<Shell, (commands: readonly DescribedCommand[]) => string>> = {
  bash: toBash,
  zsh: toZsh,
  fish: toFish,
};

export function completion(shell: Shell, program: Command, { stdout }: Io): number {
  stdout.write(SCRIPTS[shell](describeCommands(program, listNamedValues())));
  return 0;
}

function listNamedValues(): NamedValues {
  const providers = PROVIDERS.map(({ id }) => id);
  return {
    provider: providers,
    "--provider": providers,
    "--providers": listRecipes(),
    "--dispatch": ["print", "host"],
  };
}
