// A command, and the model, level and session of a turn → its argv, which contains nothing of a message.
import { type CommandSpec, VALUE } from "./presets.ts";

/** Such a value cannot be an option or a path that begins with a dot, and means nothing to a shell. */
const SAFE_VALUE = /^[A-Za-z0-9][\w.:/@-]{0,199}$/;

export function isSafeValue(value: string): boolean {
  return SAFE_VALUE.test(value);
}

interface ArgumentValues {
  readonly model?: string | undefined;
  readonly thinking?: string | undefined;
  readonly session?: string | undefined;
}

type ArgumentsResult =
  | { readonly ok: true; readonly argv: readonly [string, ...string[]] }
  /** `what` is the value that no argument may hold. */
  | { readonly ok: false; readonly what: keyof ArgumentValues };

export function createArguments(spec: CommandSpec, values: ArgumentValues): ArgumentsResult {
  for (const what of ["model", "thinking", "session"] as const) {
    const value = values[what];
    if (value !== undefined && !isSafeValue(value)) return { ok: false, what };
  }
  const [program, ...first] = spec.program;
  return {
    ok: true,
    argv: [
      program,
      ...first,
      ...spec.args,
      ...fill(spec.modelArgs, values.model),
      ...fill(spec.thinkingArgs, values.thinking),
      ...fill(spec.resumeArgs, values.session),
      ...(spec.lastArgs ?? []),
    ],
  };
}

/** Empty without a value. */
function fill(args: readonly string[] | undefined, value: string | undefined): readonly string[] {
  if (args === undefined || value === undefined) return [];
  return args.map((arg) => arg.replace(VALUE, () => value));
}
