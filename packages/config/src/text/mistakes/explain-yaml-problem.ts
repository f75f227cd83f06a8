// A problem of the core and what stands at its place in a YAML file → the problem with what YAML has to do with it.
import { type FileRange, hooksSchema, type Problem } from "@hookwright/core";

/** What the file has at the place of a problem. */
interface Written {
  readonly problem: Problem;
  readonly value: string;
  /** What stands before and behind the value on its line. */
  readonly before: string;
  readonly behind: string;
}

interface Explanation {
  /** Goes on with the sentence of the core. */
  readonly reason?: string;
  readonly hint: string;
}

/** So many characters of the line on either side tell enough; a line may have all of the file. */
const MAX_NEAR = 1_000;

export function explainYamlProblem(
  problem: Problem,
  { source, range }: { readonly source: string; readonly range: FileRange },
): Problem {
  const { start, end } = range;
  const [behind = ""] = source.slice(end.offset, end.offset + MAX_NEAR).split("\n", 1);
  const value = source.slice(start.offset, end.offset);
  const before = source.slice(start.offset - Math.min(start.column - 1, MAX_NEAR), start.offset);
  const found = find({ problem, value, before, behind });
  if (found === undefined) return problem;
  const { reason, hint } = found;
  const message =
    reason === undefined ? problem.message : `${problem.message.slice(0, -1)}: ${reason}.`;
  return { ...problem, message, hint };
}

function find(written: Written): Explanation | undefined {
  const { code, message } = written.problem;
  if (code === "unknown_key") return explainKey(written.problem);
  if (code !== "wrong_type") return undefined;
  if (message.endsWith("not null.")) return explainEmpty(written);
  const wanted = /must be (a string|true or false|a number|a whole number)/.exec(message)?.[1];
  if (wanted === "a string") return explainText(written);
  return wanted === "true or false" ? explainBoolean(written) : explainNumber(written, wanted);
}

function explainEmpty({ problem, before, behind }: Written): Explanation {
  if (/^\s*#/.test(behind)) {
    return {
      reason: "everything behind # is a comment in YAML",
      hint: "Put quotes around the whole value if # is part of it.",
    };
  }
  if (/&\S+\s*$/.test(before)) {
    return {
      reason: "& at the start of a value names an anchor in YAML",
      hint: "Put quotes around the whole value if & is part of it.",
    };
  }
  if (/must be (?:an object|a list)/.test(problem.message)) {
    return {
      reason: "nothing below it is indented deeper",
      hint: "Indent the lines that belong to it by two spaces more than the key.",
    };
  }
  return { hint: 'Write a value behind the colon, "" for an empty text, or remove the key.' };
}

function explainText({ value }: Written): Explanation | undefined {
  const quotes = "Put quotes around the whole value";
  if (value.startsWith("{{")) {
    return {
      reason: "YAML reads {{…}} without quotes as braces",
      hint: `${quotes}: "{{…}}".`,
    };
  }
  if (/^[{[]/.test(value)) {
    return {
      reason: "YAML reads brackets at the start of a value as a list or an object",
      hint: `${quotes} if it is text.`,
    };
  }
  if (/^(?:true|false)$/i.test(value)) return { hint: `${quotes} if it is text.` };
  if (!/^[+.-]?\d/.test(value)) return undefined;
  const isChanged = String(Number(value)) !== value;
  const lost = isChanged ? ", and its spelling is lost" : "";
  return { reason: `YAML reads it without quotes as a number${lost}`, hint: `${quotes}.` };
}

function explainBoolean({ value }: Written): Explanation | undefined {
  const spelling = /^["']?(?:(yes|y|on|true)|no|n|off|false)["']?$/i.exec(value);
  if (spelling === null) return undefined;
  const hint = `Write ${spelling[1] === undefined ? "false" : "true"}.`;
  if (/^["']/.test(value)) return { reason: "what stands in quotes is text", hint };
  return {
    reason: "only true and false are such values in YAML 1.2; yes, no, on and off are text",
    hint,
  };
}

function explainNumber({ value }: Written, wanted: string | undefined): Explanation | undefined {
  if (wanted === undefined || !/^["']?\d[\d_]*["']?$/.test(value)) return undefined;
  const hint = "Write digits alone.";
  if (/^["']/.test(value)) return { reason: "what stands in quotes is text", hint };
  return { reason: "with an underscore it is text in YAML 1.2", hint };
}

/** A key that was indented too deep or not deep enough. */
function explainKey({ path }: Problem): Explanation | undefined {
  const key = String(path.at(-1));
  const parent = path.at(-2);
  const isOfMapping = hasKey("mapping", key);
  const isOfMatch = hasKey("match", key);
  if (parent === "match" && isOfMapping) {
    return { hint: 'It belongs to the mapping: begin it in the same column as "match".' };
  }
  if (parent === "hooks" && isOfMapping) {
    return { hint: 'It belongs to a mapping: begin it in the same column as "match", below "- ".' };
  }
  if (path.length === 4 && path[1] === "mappings" && isOfMatch) {
    return { hint: 'It belongs to "match": indent it by two spaces more than "match".' };
  }
  return undefined;
}

interface Definition {
  readonly properties: Readonly<Record<string, unknown>>;
}

function hasKey(definition: "mapping" | "match", key: string): boolean {
  const definitions = hooksSchema["definitions"] as Readonly<Record<string, Definition>>;
  return Object.hasOwn((definitions[definition] as Definition).properties, key);
}
