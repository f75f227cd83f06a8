// The tree of commands → what a shell needs to know of each, to complete its words.
import type { Command, Option } from "commander";

/** What may stand somewhere. */
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
  /** Whether the value can be left out. Then it follows `=`. */
  readonly isOptional: boolean;
}

export interface DescribedCommand {
  /** `runs show`; empty for the program itself. */
  readonly path: string;
  readonly name: string;
  readonly description: string;
  readonly options: readonly DescribedOption[];
  /** What follows the command, where it has no commands of its own. */
  readonly values: Values;
}

/** Names that no `choices` has, since each has an error of its own. By the name of the option or argument. */
export type NamedValues = Readonly<Record<string, readonly string[]>>;

export function describeCommands(
  program: Command,
  named: NamedValues,
): readonly DescribedCommand[] {
  const names = program.commands.map((command) => command.name());
  const help: DescribedCommand = {
    path: "help",
    name: "help",
    description: "Display help for a command",
    options: [],
    values: { kind: "words", words: names },
  };
  return [...describe(program, [], named), help];
}

function describe(
  command: Command,
  path: readonly string[],
  named: NamedValues,
): readonly DescribedCommand[] {
  const below = command.commands.flatMap((one) => describe(one, [...path, one.name()], named));
  const [argument] = command.registeredArguments;
  return [
    {
      path: path.join(" "),
      name: command.name(),
      description: command.description(),
      options: [...command.options.filter(({ hidden }) => !hidden), HELP].map((option) =>
        describeOption(option, named),
      ),
      values: argument === undefined ? TEXT : valuesOf(argument.name(), argument, named),
    },
    ...below,
  ];
}

const HELP = { long: "--help", short: "-h", description: "display help for command" };

function describeOption(
  option: Partial<Option> & Pick<Option, "description">,
  named: NamedValues,
): DescribedOption {
  const { long = "", short, description, flags = "", required = false, optional = false } = option;
  const [, placeholder = ""] = /[<[]([^>\]]*)[>\]]/.exec(flags) ?? [];
  const takesValue = required || optional;
  return {
    long,
    short: short ?? undefined,
    description,
    isOptional: optional,
    values: takesValue ? valuesOf(placeholder, { ...option, name: long }, named) : undefined,
  };
}

const TEXT: Values = { kind: "text" };

/** By the word in the help: what is a file there is one here. */
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

function valuesOf(
  placeholder: string,
  {
    name,
    argChoices,
  }: { readonly name?: unknown; readonly argChoices?: readonly string[] | undefined },
  named: NamedValues,
): Values {
  if (argChoices !== undefined) return { kind: "words", words: argChoices };
  const long = typeof name === "string" ? name : "";
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
