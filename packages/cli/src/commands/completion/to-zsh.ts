// Described commands → the script that zsh sources, or finds as the file _hookwright in its fpath.
import { type DescribedCommand, shorten, type Values } from "./describe-commands.ts";
import { commandsBelow } from "./to-bash.ts";

export function toZsh(commands: readonly DescribedCommand[]): string {
  const paths = commands.filter(({ path }) => path !== "").map(({ path }) => `" ${path}"`);
  return `#compdef hookwright
# Completion of hookwright in zsh. In ~/.zshrc, behind compinit: source <(hookwright completion zsh)
_hookwright() {
  local at= word prev=\${words[CURRENT - 1]}
  local -a items
  for word in \${words[2,CURRENT - 1]}; do
    case "$at $word" in
      ${paths.map((path) => `(${path})`).join("|")}) at="$at $word" ;;
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

function keyOf({ path }: DescribedCommand): string {
  return path === "" ? '("")' : `(" ${path}")`;
}

function optionsOf({ options }: DescribedCommand): string {
  return options.map(({ long, description }) => item(long, description)).join(" ");
}

/** A value that can be left out is one only behind \`=\`. */
function valuesOfOptions({ path, options }: DescribedCommand): readonly string[] {
  const prefix = path === "" ? "" : ` ${path}`;
  return options.flatMap(({ long, short, isOptional, values }) => {
    if (values === undefined) return [];
    const separate = isOptional ? [] : [long, ...(short === undefined ? [] : [short])];
    const patterns = [...separate, `${long}=`].map((name) => `("${prefix} ${name}")`);
    return [`    ${patterns.join("|")}) ${toCode(values)}; return ;;`];
  });
}

function wordsOf(
  { path, values }: DescribedCommand,
  commands: readonly DescribedCommand[],
): string {
  const below = commandsBelow(path, commands);
  if (below.length === 0) return toCode(values);
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
