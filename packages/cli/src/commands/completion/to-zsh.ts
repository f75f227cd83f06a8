// Described commands → the script that zsh sources, or finds as the file _hookwright in its fpath.
import {
  commandsBelow,
  type DescribedCommand,
  shorten,
  spellings,
  type Values,
} from "./describe-commands.ts";

export function toZsh(commands: readonly DescribedCommand[]): string {
  const paths = commands.filter(({ at }) => at !== "").map(keyOf);
  return `#compdef hookwright
# Completion of hookwright in zsh. In ~/.zshrc, behind compinit: source <(hookwright completion zsh)
_hookwright() {
  local at= word prev=\${words[CURRENT - 1]}
  local -a items
  for word in \${words[2,CURRENT - 1]}; do
    case "$at $word" in
      ${paths.join("|")}) at="$at $word" ;;
    esac
  done
  if [[ \${words[CURRENT]} == --*=* ]]; then
    prev=\${words[CURRENT]%%=*}=
    compset -P '*='
  fi
  case "$at $prev" in
${commands.flatMap(valuesOfOptions).join("\n")}
  esac
  if [[ \${words[CURRENT]} == -* ]]; then
    case $at in
${commands.map((one) => `      ${keyOf(one)}) items=(${optionsOf(one)}) ;;`).join("\n")}
    esac
    _describe option items
    return
  fi
  case $at in
${commands.map((one) => `    ${keyOf(one)}) ${wordsOf(one, commands)} ;;`).join("\n")}
  esac
}
if [[ \${funcstack[1]} == _hookwright ]]; then
  _hookwright "$@"
else
  compdef _hookwright hookwright
fi
`;
}

function keyOf({ at }: DescribedCommand): string {
  return `("${at}")`;
}

function optionsOf({ options }: DescribedCommand): string {
  return options.map(({ long, description }) => item(long, description)).join(" ");
}

function valuesOfOptions({ at, options }: DescribedCommand): readonly string[] {
  return options.flatMap((option) => {
    const { values } = option;
    if (values === undefined) return [];
    const patterns = spellings(option).map((name) => `("${at} ${name}")`);
    return [`    ${patterns.join("|")}) ${toCode(values)}; return ;;`];
  });
}

function wordsOf(command: DescribedCommand, commands: readonly DescribedCommand[]): string {
  const below = commandsBelow(command, commands);
  if (below.length === 0) return toCode(command.values);
  const items = below.map(({ name, description }) => item(name, description));
  return `items=(${items.join(" ")}); _describe command items`;
}

const CODE: Readonly<Record<Exclude<Values["kind"], "words">, string>> = {
  configs: "_files -g '*.(yaml|yml|json5|jsonc|json)'",
  files: "_files",
  folders: "_files -/",
  variables: "_parameters -g '*export*'",
  text: ":",
};

function toCode(values: Values): string {
  return values.kind === "words" ? `compadd -- ${values.words.join(" ")}` : CODE[values.kind];
}

function item(name: string, description: string): string {
  return quote(`${name.replaceAll(":", "\\:")}:${shorten(description)}`);
}

function quote(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
