// The text by which another system names a field → the name that `var` has for it.
import { parsePath, pathFromSteps } from "@hookwright/base";

/** `{{action}}`, `${{ github.event.action }}`, `{{ $json.body.action }}`: an expression within a text. */
const EXPRESSION = /^\s*=?\$?\{\{\s*([^{}]+?)\s*\}\}\s*$/;

/** How other systems call the parts of a request; the first that fits is taken, so longer ones come first. */
const FOREIGN_ROOTS: readonly (readonly [root: string, spelling: readonly string[]])[] = [
  ...spell(
    "headers",
    `$json.headers $headers $request.headers $request.header steps.trigger.event.headers trigger.headers
    request.headers req.headers event.headers input.headers http.headers webhook.headers context.headers
    context.request.headers header`,
  ),
  ...spell(
    "query",
    `$json.query $query $request.query steps.trigger.event.query trigger.query trigger.parameters request.query
    request.params req.query req.params event.query event.queryStringParameters input.query http.query
    webhook.query context.query queryParams`,
  ),
  ...spell(
    "payload",
    `$json.body $json.payload $json $.body $.payload $body $payload $request.body $event.body $event $
    steps.trigger.event.body steps.trigger.event trigger.json.body trigger.json trigger.body triggerBody()
    github.event client_payload request.body request.json req.body event.body input.body http.body webhook.body
    trigger.event.body trigger.payload event.payload webhook.payload context.payload context.body ctx.body msg.payload body`,
  ),
];

function spell(root: string, spellings: string): readonly (readonly [string, readonly string[]])[] {
  return spellings.split(/\s+/).map((one) => [root, one.split(".")] as const);
}

/** In an expression; a body may have these keys as well, so they are not removed from a `var`. */
const AMBIGUOUS_ROOTS: ReadonlySet<string> = new Set(
  "event input inputs trigger request req webhook msg root this".split(" "),
);

const OWN_ROOT = /^(?:payload|headers|query)$/;

const NAME = /^[\w-]+(?:\.[\w-]+|\[\d+\])*$/;

/** Undefined for what names no field, or names it as `var` does. */
export function nameField(text: unknown): string | undefined {
  if (typeof text !== "string") return undefined;
  const inner = EXPRESSION.exec(text)?.[1];
  const name = inner ?? text;
  const dotted = readDotted(name);
  if (dotted !== undefined) return pathFromSteps(dotted);
  const steps = readSteps(name);
  const foreign = steps && takeRoot(steps);
  if (foreign !== undefined) return pathFromSteps(foreign);
  if (steps !== undefined && OWN_ROOT.test(steps[0] as string)) return name;
  return inner !== undefined && NAME.test(name) ? `payload.${name}` : undefined;
}

/** What an expression of another system reads, in steps from one of our roots. */
interface NamedField {
  readonly steps: readonly string[];
  /** The same if the body has a key of the name that was taken off. */
  readonly otherwise?: readonly string[] | undefined;
}

/** The field in an expression, such as `body.action == "opened"`. */
export function nameInExpression(text: string): NamedField | undefined {
  const dotted = readDotted(text.trim());
  if (dotted !== undefined) return { steps: dotted };
  const steps = readSteps(text.trim());
  if (steps === undefined) return undefined;
  const [first = "", ...rest] = steps;
  const named = takeRoot(steps);
  if (named !== undefined) return { steps: named };
  if (/^(?:payload|headers|query|path|now|item|index)$/.test(first)) return { steps };
  const inBody = ["payload", ...steps];
  const isAmbiguous = rest.length > 0 && AMBIGUOUS_ROOTS.has(first);
  return isAmbiguous ? { steps: ["payload", ...rest], otherwise: inBody } : { steps: inBody };
}

/** How templates of Go call the body. */
const DATA = /^(?:Values|Data|Payload|Body|Event|Request)$/;

/** jq and templates of Go: `.action`, `.Values.action`. */
function readDotted(text: string): readonly string[] | undefined {
  if (!/^\.[A-Za-z_]/.test(text)) return undefined;
  const steps = readSteps(text.slice(1));
  if (steps === undefined) return undefined;
  const [first = "", ...rest] = steps;
  return takeRoot(steps) ?? ["payload", ...(rest.length > 0 && DATA.test(first) ? rest : steps)];
}

/** `$('Webhook').item.json`, `$node["Webhook"].json`: another way to write `$json`. */
const NODE = /^\$(?:\([^()]*\)|node\[[^[\]]*\])\.(?:item\.|first\(\)\.|last\(\)\.)?json(?=[.[]|$)/;

const MAX_LENGTH = 300;

/** `body?.action`, `$json["body"]["action"]`. */
function readSteps(text: string): readonly string[] | undefined {
  if (text.length > MAX_LENGTH) return undefined;
  const plain = text.replace(NODE, "$$json").replaceAll(/\?(?=\.|\[)/g, "");
  return parsePath(plain);
}

function takeRoot(steps: readonly string[]): readonly string[] | undefined {
  const found = FOREIGN_ROOTS.find(([, foreign]) =>
    foreign.every((step, at) => step === steps[at]),
  );
  if (found === undefined) return undefined;
  const [root, foreign] = found;
  const rest = steps.slice(foreign.length);
  // `header` alone is a word; `body` and `$` are not.
  const isWord = rest.length === 0 && /^(?!body$)[a-z_.]+$/i.test(foreign.join("."));
  return isWord ? undefined : [root, ...rest];
}
