// A config that includes files → the same config with their mappings and partials, and positions in each.
import type { Problem } from "@hookwright/core";
import { locateProblems } from "../hooks/locate-problems.ts";
import type { ConfigDocument, IncludedSource, LoadReport } from "../load-result.ts";
import { limitProblems } from "../report/limit-problems.ts";
import { chooseFiles } from "./choose-files.ts";
import { mergeParts } from "./merge-parts.ts";
import { type IncludedPart, readPart } from "./read-part.ts";

/** A config that could be parsed, with its report. */
export type ReadConfig = ConfigDocument & LoadReport & { readonly ok: true };

/** What cannot be included is left out, and reported; the rest is there. */
export async function resolveIncludes(
  document: ReadConfig,
  entries: readonly string[],
  texts: ReadonlyMap<string, string> = new Map(),
): Promise<ReadConfig> {
  const { files, patterns, problems } = chooseFiles(entries, document);
  const parts: IncludedPart[] = [];
  const included: IncludedSource[] = [];
  const found: Problem[] = [...document.problems, ...locateProblems(problems, document)];
  const read: string[] = [...document.files];
  let further = document.furtherProblems ?? 0;
  for (const { absolute, ...place } of files) {
    const result = await readPart(absolute, { ...place, text: texts.get(place.filename) });
    if (result.part !== undefined) parts.push(result.part);
    if (result.source !== undefined) {
      included.push({ filename: place.filename, source: result.source });
    }
    const { problems: ofFile } = result;
    found.push(...ofFile.filter(({ file }) => file !== undefined));
    found.push(
      ...locateProblems(
        ofFile.filter(({ file }) => file === undefined),
        document,
      ),
    );
    read.push(...result.files);
    further += result.furtherProblems ?? 0;
  }
  const merged = mergeParts(document, parts);
  return {
    ...document,
    config: merged.config,
    includedAt: merged.includedAt,
    ...limitProblems([...found, ...merged.problems], further),
    files: read,
    included,
    patterns,
  };
}
