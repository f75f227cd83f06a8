// The blocks of another language around an expression → what its paths are called here.
import type { ForeignPath } from "./foreign-node.ts";

/** One block around. */
export interface BlockScope {
  /**
   * `names`: Jinja and Liquid, where the loop names its element and all other names keep their meaning.
   * `context`: Go, where `.name` is a field of the element. `own`: a block in our language.
   */
  readonly kind: "names" | "context" | "own";
  readonly names: readonly string[];
}

/** The names of a loop in Jinja, Liquid and Twig. */
const LOOP: ReadonlyMap<string, string> = new Map([
  ["loop.index", "(add @index 1)"],
  ["loop.index0", "@index"],
  ["loop.first", "@first"],
  ["loop.last", "@last"],
  ["forloop.index", "(add @index 1)"],
  ["forloop.index0", "@index"],
  ["forloop.first", "@first"],
  ["forloop.last", "@last"],
]);

const LOOP_NAMES: ReadonlySet<string> = new Set("loop forloop parentloop".split(" "));

/** Names of our templates that mean the same within every block. */
const ROOTS: ReadonlySet<string> = new Set("headers query path now payload item index".split(" "));

/** The path here; undefined where there is none. */
export function renamePath(
  { steps, isDotted }: ForeignPath,
  scopes: readonly BlockScope[],
): string | undefined {
  const [head = "", ...rest] = steps;
  const isNamed = scopes.some(({ names }) => names.includes(head));
  if (isNamed) return [head.replace("$", ""), ...rest].join(".");
  const isInLoop = scopes.length > 0;
  if (head.startsWith("$")) return renameDollar(head, rest, isInLoop);
  const loop = scopes.at(-1)?.kind === "names" ? LOOP.get(steps.join(".")) : undefined;
  if (loop !== undefined) return loop;
  // `loop.length` and the like: there is no such thing here.
  if (LOOP_NAMES.has(head) && scopes.some(({ kind }) => kind === "names")) return undefined;
  const isOuter = scopes.some(({ kind }) => kind === "names") && !isDotted && !ROOTS.has(head);
  return (isOuter ? ["@root", ...steps] : steps).join(".");
}

/** `$json.body.a` of n8n, `$.a` of JSONPath and Go. */
function renameDollar(
  head: string,
  rest: readonly string[],
  isInLoop: boolean,
): string | undefined {
  if (head === "$now") return "now";
  if (head !== "$json" && head !== "$") return undefined;
  const isJson = head === "$json";
  if (isJson && REQUEST_PARTS.has(rest[0] ?? "")) return rest.join(".");
  const steps = isJson && rest[0] === "body" ? rest.slice(1) : rest;
  if (isInLoop) return ["@root", ...steps].join(".");
  return steps.length === 0 ? "payload" : steps.join(".");
}

/** What n8n's webhook node puts beside the body. */
const REQUEST_PARTS: ReadonlySet<string> = new Set(["headers", "query"]);
