// The tree of commands → what a shell needs to know of each, to complete its words.
import type { Command, Option } from "commander";

/** What an argument or option accepts. */
export type Values =
  | { readonly kind: "words"; readonly words: readonly string[] }
  | { readonly kind: "configs" | "files" | "folders" | "variables" | "text" };

export interface DescribedOption {
  /** `--format` */
  readonly long: string;
  readonly short: string | undefined;
  readonly description: string;
  /** Undefined for a switch. */
  readonly values: Values | undefined;
  /** Whether the value is optional. Then it follows `=`. */
  readonly isOptional: boolean;
}

export interface DescribedCommand {
  /** The words that lead to it, each after a blank, as the scripts compare them: ` runs show`. Empty for the program. */
  readonly at: string;
  readonly name: string;
  readonly description: string;
  readonly options: readonly DescribedOption[];
  /** What follows the command, if it has no subcommands. */
  readonly values: Values;
}

/** Names that are not `choices`, because each has an error of its own. By the name of the option or argument. */
export type NamedValues = Readonly<Record<string, readonly string[]>>;

export function describeCommands(
  program: Command,
  named: NamedValues,
): readonly DescribedCommand[] {
  const names = program.commands.map((command) => command.name());
  const help: DescribedCommand = {
    at: " help",
    name: "help",
    description: "Display help for a command",
    options: [],
    values: { kind: "words", words: names },
  };
  return [...describe(program, "", named), help];
}

/** The commands of a group. */
export function commandsBelow(
  { at }: DescribedCommand,
  commands: readonly DescribedCommand[],
): readonly DescribedCommand[] {
  return commands.filter((one) => one.at === `${at} ${one.name}`);
}

/** How the option is written. An optional value needs `=`. */
export function spellings({ long, short, isOptional }: DescribedOption): readonly string[] {
  if (isOptional) return [`${long}=`];
  return [long, ...(short === undefined ? [] : [short]), `${long}=`];
}

function describe(command: Command, at: string, named: NamedValues): readonly DescribedCommand[] {
  const below = command.commands.flatMap((one) => describe(one, `${at} ${one.name()}`, named));
  const [argument] = command.registeredArguments;
  return [
    {
      at,
      name: command.name(),
      description: command.description(),
      options: command
        .createHelp()
        .visibleOptions(command)
        .map((option) => describeOption(option, named)),
      values: argument === undefined ? TEXT : valuesOf(argument.name(), argument.argChoices, named),
    },
    ...below,
  ];
}

function describeOption(option: Option, named: NamedValues): DescribedOption {
  const { short, description, flags, required, optional, argChoices } = option;
  const long = option.long ?? "";
  const [, placeholder = ""] = /[<[]([^>\]]*)[>\]]/.exec(flags) ?? [];
  const takesValue = required || optional;
  return {
    long,
    short,
    description,
    isOptional: optional,
    values: takesValue ? valuesOf(placeholder, argChoices, named, long) : undefined,
  };
}

const TEXT: Values = { kind: "text" };

/** By the placeholder in the help. */
const BY_PLACEHOLDER: Readonly<Record<string, Values>> = {
  config: { kind: "configs" },
  old: { kind: "configs" },
  new: { kind: "configs" },
  file: { kind: "files" },
  files: { kind: "files" },
  path: { kind: "files" },
  dir: { kind: "folders" },
  folder: { kind: "folders" },
};

/** `long` is empty for an argument. */
function valuesOf(
  placeholder: string,
  choices: readonly string[] | undefined,
  named: NamedValues,
  long = "",
): Values {
  if (choices !== undefined) return { kind: "words", words: choices };
  const words = named[long] ?? named[placeholder];
  if (words !== undefined) return { kind: "words", words };
  if (/config$/.test(long)) return { kind: "configs" };
  if (/-env$/.test(long)) return { kind: "variables" };
  return BY_PLACEHOLDER[placeholder] ?? TEXT;
}

/** The first sentence on one line, as a list of a shell has room for. */
export function shorten(description: string): string {
  const [sentence = ""] = description.replaceAll(/\s+/g, " ").split(/(?<=\.) /);
  return sentence.replace(/\.$/, "");
}
