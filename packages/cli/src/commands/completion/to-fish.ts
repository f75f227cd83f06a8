// Described commands → the script that fish sources, or finds as completions/hookwright.fish.
import {
  commandsBelow,
  type DescribedCommand,
  type DescribedOption,
  shorten,
  type Values,
} from "./describe-commands.ts";

export function toFish(commands: readonly DescribedCommand[]): string {
  const paths = commands.filter(({ at }) => at !== "").map(({ at }) => quote(at));
  const lines = commands.flatMap((one) => [
    ...commandsBelow(one, commands).map((below) =>
      complete(one, `-a ${below.name}`, below.description),
    ),
    ...argumentOf(one, commands),
    ...one.options.map((option) => complete(one, flagsOf(option), option.description)),
  ]);
  return `# Completion of hookwright in fish: hookwright completion fish > ~/.config/fish/completions/hookwright.fish
function __hookwright_at
  set -l at
  for word in (commandline -opc)[2..]
    switch "$at $word"
      case ${paths.join(" ")}
        set at "$at $word"
    end
  end
  test "$at" = "$argv[1]"
end
complete -c hookwright -e
complete -c hookwright -f
${lines.join("\n")}
`;
}

function complete({ at }: DescribedCommand, what: string, description: string): string {
  const said = description === "" ? "" : ` -d ${quote(shorten(description))}`;
  return `complete -c hookwright -n "__hookwright_at ${quote(at)}" ${what}${said}`;
}

function argumentOf(
  command: DescribedCommand,
  commands: readonly DescribedCommand[],
): readonly string[] {
  if (commandsBelow(command, commands).length > 0) return [];
  const list = listOf(command.values);
  return list === undefined ? [] : [complete(command, list, "")];
}

function flagsOf({ long, short, isOptional, values }: DescribedOption): string {
  const names = [`-l ${long.slice(2)}`, ...(short === undefined ? [] : [`-s ${short.slice(1)}`])];
  if (values === undefined) return names.join(" ");
  // With -r, the next word is the value; one that can be left out follows "=".
  const needs = isOptional ? [] : ["-r"];
  const files = values.kind === "files" ? [] : ["-f"];
  return [...names, ...needs, ...files, listOf(values) ?? ""].join(" ").trimEnd();
}

const LISTS: Readonly<Record<Exclude<Values["kind"], "words">, string | undefined>> = {
  configs: "-k -a '(__fish_complete_suffix .yaml .yml .json5 .jsonc .json)'",
  files: "-F",
  folders: "-a '(__fish_complete_directories)'",
  variables: "-a '(set -nx)'",
  text: undefined,
};

function listOf(values: Values): string | undefined {
  return values.kind === "words" ? `-a ${quote(values.words.join(" "))}` : LISTS[values.kind];
}

function quote(text: string): string {
  return `'${text.replaceAll("\\", "\\\\").replaceAll("'", "\\'")}'`;
}
