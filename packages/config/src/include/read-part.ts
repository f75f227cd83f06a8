// The path of an included file → its mappings and partials with positions, and its problems.
import type { ConfigPath, Problem } from "@hookwright/core";
import { readConfigText } from "../files/load-config-file.ts";
import type { ConfigDocument } from "../load-result.ts";
import { parseConfigText } from "../text/parse-config-text.ts";
import { locateInPart } from "./locate-in-part.ts";
import { readShape } from "./read-shape.ts";

/** What an included file adds to the config. */
export interface IncludedPart {
  readonly document: ConfigDocument & { readonly filename: string };
  readonly mappings: readonly unknown[];
  /** The path of the mappings within the file. */
  readonly mappingsPath: ConfigPath;
  readonly partials: Readonly<Record<string, unknown>>;
}

export interface PartResult {
  /** Absent if the file could not be read or parsed. */
  readonly part?: IncludedPart;
  /** Those of the file have their position; one without a file is about the entry. */
  readonly problems: readonly Problem[];
  /** How many more the file has. Absent: none. */
  readonly furtherProblems?: number | undefined;
  readonly source?: string;
  /** Absolute paths of what was read. */
  readonly files: readonly string[];
}

export interface PartPlace {
  /** The name to print in reports. */
  readonly filename: string;
  /** The entry of `include`, for what has no place in a mapping. */
  readonly path: ConfigPath;
  /** The text to take in place of that of the file. */
  readonly text?: string | undefined;
}

export async function readPart(
  absolute: string,
  { filename, path, text }: PartPlace,
): Promise<PartResult> {
  const read = readConfigText(absolute, text);
  const { files } = read;
  if (!read.ok) {
    const message = `The included file ${filename} cannot be read: ${read.reason}.`;
    return { files, problems: [{ ...UNREADABLE, path, message }] };
  }
  const parsed = await parseConfigText(read.text, { filename, isIncluded: true });
  const ofText = parsed.problems.map((problem) => ({ ...problem, path, file: filename }));
  const { source = read.text, furtherProblems } = parsed;
  if (!parsed.ok) return { files, source, problems: ofText, furtherProblems };
  const { problems, ...shape } = readShape(parsed.config);
  const ofShape = problems.map(({ at, ...problem }) =>
    locateInPart({ ...problem, severity: "error", path }, parsed, at),
  );
  const part = { ...shape, document: parsed };
  return { files, source, part, problems: [...ofText, ...ofShape], furtherProblems };
}

const UNREADABLE = { code: "config_unreadable", severity: "error" } as const;
