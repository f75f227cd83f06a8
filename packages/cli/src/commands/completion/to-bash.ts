// Described commands → the script that bash sources. It needs nothing that bash 3.2 of macOS lacks.
import {
  commandsBelow,
  type DescribedCommand,
  spellings,
  type Values,
} from "./describe-commands.ts";

export function toBash(commands: readonly DescribedCommand[]): string {
  const paths = commands.filter(({ at }) => at !== "").map(keyOf);
  return `# Completion of hookwright in bash. In ~/.bashrc: source <(hookwright completion bash)
_hookwright_words() {
  local word
  while IFS= read -r word; do COMPREPLY+=("$word"); done < <(compgen -W "$1" -- "$cur")
}
_hookwright_files() {
  local file
  compopt -o filenames 2>/dev/null
  while IFS= read -r file; do COMPREPLY+=("$file"); done < <(compgen "$@" -- "$cur")
}
_hookwright_configs() {
  local file
  compopt -o filenames 2>/dev/null
  while IFS= read -r file; do
    case $file in
      *.yaml | *.yml | *.json5 | *.jsonc | *.json) COMPREPLY+=("$file") ;;
      *) [[ -d $file ]] && COMPREPLY+=("$file") ;;
    esac
  done < <(compgen -f -- "$cur")
}
_hookwright() {
  local cur=\${COMP_WORDS[COMP_CWORD]} prev=\${COMP_WORDS[COMP_CWORD - 1]} at= i
  COMPREPLY=()
  # Bash takes "=" for a word of its own.
  if [[ $cur == = ]]; then
    cur= prev=$prev=
  elif [[ $prev == = ]]; then
    prev=\${COMP_WORDS[COMP_CWORD - 2]}=
  fi
  for ((i = 1; i < COMP_CWORD; i++)); do
    case "$at \${COMP_WORDS[i]}" in
      ${paths.join(" | ")}) at="$at \${COMP_WORDS[i]}" ;;
    esac
  done
  case "$at $prev" in
${commands.flatMap(valuesOfOptions).join("\n")}
  esac
  if [[ $cur == -* ]]; then
    case $at in
${commands.map((one) => `      ${keyOf(one)}) _hookwright_words "${optionsOf(one)}" ;;`).join("\n")}
    esac
    return
  fi
  case $at in
${commands.map((one) => `    ${keyOf(one)}) ${wordsOf(one, commands)} ;;`).join("\n")}
  esac
}
complete -F _hookwright hookwright
`;
}

function keyOf({ at }: DescribedCommand): string {
  return `"${at}"`;
}

function optionsOf({ options }: DescribedCommand): string {
  return options.map(({ long }) => long).join(" ");
}

function valuesOfOptions({ at, options }: DescribedCommand): readonly string[] {
  return options.flatMap((option) => {
    const { values } = option;
    if (values === undefined) return [];
    const patterns = spellings(option).map((name) => `"${at} ${name}"`);
    return [`    ${patterns.join(" | ")}) ${toCode(values)}; return ;;`];
  });
}

function wordsOf(command: DescribedCommand, commands: readonly DescribedCommand[]): string {
  const below = commandsBelow(command, commands).map(({ name }) => name);
  return below.length === 0 ? toCode(command.values) : `_hookwright_words "${below.join(" ")}"`;
}

const CODE: Readonly<Record<Exclude<Values["kind"], "words">, string>> = {
  configs: "_hookwright_configs",
  files: "_hookwright_files -f",
  folders: "_hookwright_files -d",
  variables: "_hookwright_files -e",
  text: ":",
};

function toCode(values: Values): string {
  return values.kind === "words"
    ? `_hookwright_words "${values.words.join(" ")}"`
    : CODE[values.kind];
}
