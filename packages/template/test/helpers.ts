// Helpers of an integrator for the cases of the language, as plain functions and as our table.
import { builtInHelpers } from "../src/serving/helpers/index.ts";
import type { Helper, HelperTable } from "../src/serving/render/helper.ts";

type Hash = Readonly<Record<string, unknown>>;

interface OwnHelper {
  readonly arity: readonly [number, number];
  readonly call: (args: readonly unknown[], hash: Hash) => unknown;
}

export const ownHelpers: Readonly<Record<string, OwnHelper>> = {
  loud: { arity: [1, 1], call: ([text]) => String(text).toUpperCase() },
  anchor: {
    arity: [1, 2],
    call: ([text, url], { href, title }) =>
      `[${text}](${href ?? url}${title === undefined ? "" : ` "${title}"`})`,
  },
  show: {
    arity: [1, 6],
    call: (args) => args.map((value) => (value === undefined ? "" : String(value))).join("|"),
  },
};

const own = Object.entries(ownHelpers).map(
  ([name, helper]): Helper => ({ kind: "value", name, ...helper }),
);

export const helpers: HelperTable = new Map([
  ...builtInHelpers,
  ...own.map((helper) => [helper.name, helper] as const),
]);
