// The config's partials and the integrator's helpers → what every template of the config can use.
import type { HooksInput } from "../model/config.ts";
import type { HelperDefinition } from "../model/helper.ts";
import type { Problem } from "../model/problem.ts";
import { createProblem } from "../problem/problem.ts";
import type { TemplateOptions } from "../template/compile-template.ts";
import type { ValueHelper } from "../template/helper.ts";
import { builtInHelpers } from "../template/helpers/index.ts";
import { parsePartials } from "../template/parse-partials.ts";
import { HelperFailedError } from "../template/scope.ts";
import { problemOfTemplate } from "./compile-field.ts";
import type { CompileOptions } from "./options.ts";

export interface TemplateOptionsCompilation {
  readonly options: TemplateOptions;
  readonly problems: readonly Problem[];
}

export function compileTemplateOptions(
  hooks: HooksInput,
  { helpers = {} }: CompileOptions,
): TemplateOptionsCompilation {
  const parsed = parsePartials(hooks.partials ?? {});
  const own = Object.entries(helpers).map(([name, definition]) => adoptHelper(name, definition));
  const taken = own.filter(({ name }) => builtInHelpers.has(name));
  return {
    options: {
      partials: parsed.partials,
      helpers: new Map([...own.map((helper) => [helper.name, helper] as const), ...builtInHelpers]),
    },
    problems: [
      ...parsed.problems.map((problem) => problemOfTemplate(problem, "hooks.partials", [])),
      ...taken.map(({ name }) => nameTaken(name)),
    ],
  };
}

function adoptHelper(name: string, { arity, call }: HelperDefinition): ValueHelper {
  return {
    kind: "value",
    name,
    arity,
    call(args, hash) {
      try {
        return call(args, hash);
      } catch (error) {
        const why = error instanceof Error ? `${error.name}: ${error.message}` : typeof error;
        throw new HelperFailedError(`The helper "${name}" threw ${why}`);
      }
    },
  };
}

function nameTaken(name: string): Problem {
  const message = `The helper "${name}" is built in and cannot be replaced.`;
  return createProblem("invalid_value", ["helpers", name], message, {
    hint: "Choose another name.",
  });
}
