// Described commands → the script that bash sources. It needs nothing that bash 3.2 of macOS lacks.
import type { DescribedCommand, DescribedOption, Values } from "./describe-commands.ts";

export function toBash(commands: readonly DescribedCommand[]): string {
  const paths = commands.filter(({ path }) => path !== "").map(({ path }) => `" ${path}"`);
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

function keyOf({ path }: DescribedCommand): string {
  return path === "" ? '""' : `" ${path}"`;
}

function optionsOf({ options }: DescribedCommand): string {
  return options.map(({ long }) => long).join(" ");
}

/** A value that can be left out is one only behind \`=\`. */
function valuesOfOptions(command: DescribedCommand): readonly string[] {
  const { path, options } = command;
  const prefix = path === "" ? "" : ` ${path}`;
  return options.flatMap((option) => {
    const { values } = option;
    if (values === undefined) return [];
    const patterns = spellings(option).map((name) => `"${prefix} ${name}"`);
    return [`    ${patterns.join(" | ")}) ${toCode(values)}; return ;;`];
  });
}

function spellings({ long, short, isOptional }: DescribedOption): readonly string[] {
  const separate = short === undefined ? [long] : [long, short];
  return isOptional ? [`${long}=`] : [...separate, `${long}=`];
}

function wordsOf(
  { path, values }: DescribedCommand,
  commands: readonly DescribedCommand[],
): string {
  const below = commandsBelow(path, commands).map(({ name }) => name);
  return below.length === 0 ? toCode(values) : `_hookwright_words "${below.join(" ")}"`;
}

/** The commands of a group. */
export function commandsBelow(
  path: string,
  commands: readonly DescribedCommand[],
): readonly DescribedCommand[] {
  const prefix = path === "" ? "" : `${path} `;
  return commands.filter((one) => one.path !== path && one.path === `${prefix}${one.name}`);
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
