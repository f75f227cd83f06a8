// The source text of a function → the names that it reads from its argument if none is of the context.
//
// Many modules were written for gateways that pass the bare body. They load without an error and then
// fail on every event, so this inspects their text. It is a guess, so it only causes warnings.

/** The fields of the argument. A function that reads one of them expects the context. */
const CONTEXT_NAMES = ["payload", "body", "headers", "query", "path", "url", "now"];

/** Empty if the text shows nothing. */
export function findBarePayloadNames(source: string): readonly string[] {
  // Attack: the patterns below take long for thousands of spaces.
  const text = source.replace(/\s+/g, " ");
  const names = readDestructured(text) ?? readAccessed(text);
  return names.some((name) => CONTEXT_NAMES.includes(name)) ? [] : [...new Set(names)];
}

/** `async function name({` or `async ({` or `name({`, up to the brace. */
const DESTRUCTURED = /^(?:async\b\s*)?(?:function\b\s*)?[\w$]*\s*\(\s*\{/;

function readDestructured(source: string): readonly string[] | undefined {
  const [head] = DESTRUCTURED.exec(source) ?? [];
  return head === undefined ? undefined : readPatternKeys(source.slice(head.length));
}

/** The keys of a destructuring pattern, after its opening brace. None if a rest takes the whole object. */
function readPatternKeys(text: string): readonly string[] {
  let depth = 1;
  let outer = "";
  for (const character of text) {
    if (CLOSING.has(character)) depth -= 1;
    if (depth === 0) break;
    if (depth === 1) outer += character;
    if (OPENING.has(character)) depth += 1;
  }
  const keys = outer.split(",").map((part) => part.trim());
  if (keys.some((key) => key.startsWith("..."))) return [];
  return keys.flatMap((key) => /^["']?([\w$]+)/.exec(key)?.[1] ?? []);
}

const OPENING: ReadonlySet<string> = new Set("({[");
const CLOSING: ReadonlySet<string> = new Set(")}]");

/** `async function name(context` or `async (context` or `context =>`. */
const PARAMETER =
  /^(?:async\b\s*)?(?:([\w$]+)\s*=>|(?:function\b\s*)?[\w$]*\s*\(\s*([\w$]+)\s*[,)=])/;

function readAccessed(source: string): readonly string[] {
  const [, bare, listed] = PARAMETER.exec(source) ?? [];
  const parameter = bare ?? listed;
  if (parameter === undefined) return [];
  const name = parameter.replaceAll("$", "\\$");
  const direct = new RegExp(`(?<![\\w$.])${name}\\s*\\??\\.\\s*([A-Za-z_$][\\w$]*)`, "g");
  const quoted = new RegExp(`(?<![\\w$.])${name}(?:\\?\\.)?\\[\\s*["']([^"']+)["']`, "g");
  const destructured = new RegExp(`\\}\\s*=\\s*${name}(?![\\w$.([]|\\?\\.)`, "g");
  return [
    ...[...source.matchAll(direct), ...source.matchAll(quoted)].map(([, key = ""]) => key),
    ...[...source.matchAll(destructured)]
      .slice(0, MAX_DESTRUCTURINGS)
      .flatMap(({ index }) => readPatternKeys(source.slice(openingBefore(source, index) + 1))),
  ];
}

/** The first few are enough; each may search the whole text. */
const MAX_DESTRUCTURINGS = 20;

/** The offset of the opening brace for the closing brace at `end`. */
function openingBefore(text: string, end: number): number {
  let depth = 0;
  let index = end;
  for (; index > 0; index--) {
    if (text[index] === "}") depth += 1;
    if (text[index] === "{") depth -= 1;
    if (depth === 0) break;
  }
  return index;
}
