// A loaded test file → the results of its cases, with snapshots read and written.

import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import type { Position } from "@hookwright/core";
import { expandCases } from "../expand-cases.ts";
import type { CaseResult, SingleCase } from "../model.ts";
import { runCase } from "../run-case.ts";
import { listNames } from "./find-config.ts";
import type { LoadedSuite } from "./load-suite.ts";

/** Options of a run. */
export interface RunSuiteOptions {
  /** Whether a case is run. Default: all. */
  readonly filter?: (testCase: SingleCase) => boolean;
  /** Stop after the first case that fails. Default: false. */
  readonly bail?: boolean;
  /** `write`: new ones are written. `update`: changed ones, too. `none`: new ones fail. Default: `write`. */
  readonly snapshots?: SnapshotMode;
  /** Called before the first case and after each, with the number of finished cases and of all cases. */
  readonly onProgress?: (done: number, total: number) => void;
}

/** What happens to snapshots on disk: see `RunSuiteOptions`. */
export type SnapshotMode = "write" | "update" | "none";

/** The result of one case of a test file. */
export interface FileCaseResult extends CaseResult {
  /** The position of the case or its row in the test file. */
  readonly position: Position;
  /** What happened to its snapshot on disk; absent if nothing happened. */
  readonly written?: "new" | "updated";
}

/** The results of a test file. */
export interface SuiteResult {
  readonly loaded: LoadedSuite;
  readonly results: readonly FileCaseResult[];
  /** Paths of snapshots that belong to no case. Empty if not all cases were run. */
  readonly orphans: readonly string[];
  /** Whether the orphans were removed. */
  readonly removed: boolean;
}

/** Runs the cases of a loaded test file, one after the other, and keeps its snapshots. */
export async function runSuite(
  loaded: LoadedSuite,
  { filter = () => true, bail = false, snapshots = "write", onProgress }: RunSuiteOptions = {},
): Promise<SuiteResult> {
  const { suite, file } = loaded;
  const all = expandCases(suite.cases);
  const chosen = all.filter(filter);
  const results: FileCaseResult[] = [];
  onProgress?.(0, chosen.length);
  for (const testCase of chosen) {
    const result = await runOne(testCase, loaded, snapshots);
    results.push(result);
    onProgress?.(results.length, chosen.length);
    if (bail && !result.ok) break;
  }
  const isWhole = results.length === all.length;
  const withSnapshot = all.filter(({ expect }) => expect.snapshot === true);
  const orphans = isWhole
    ? findOrphans(
        file,
        withSnapshot.map(({ name }) => name),
      )
    : [];
  const removed = snapshots === "update";
  if (removed) for (const path of orphans) rmSync(path, { force: true });
  return { loaded, results, orphans, removed };
}

/** Runs one case of a test file. */
export async function runOne(
  testCase: SingleCase,
  { suite, config, file, takeUnstubbed }: LoadedSuite,
  snapshots: SnapshotMode,
): Promise<FileCaseResult> {
  const path = join(snapshotFolder(file), fileName(testCase.name));
  const read = (): string | undefined => readSnapshot(path);
  const ran = await runCase(config.hooks, testCase, { now: suite.now, snapshotOf: read });
  const position = suite.locate(testCase.index, testCase.row);
  const missed = takeUnstubbed();
  if (missed.length > 0) {
    const reasons = [...ran.reasons, ...missed.map(describeUnstubbed)];
    return { ...ran, ok: false, reasons, position };
  }
  const result = { ...ran, position };
  const { snapshot } = ran;
  if (snapshot === undefined || snapshot.state === "same") return result;
  if (snapshot.state === "new" && snapshots === "none") {
    const reasons = [...ran.reasons, { label: "snapshot", text: NO_SNAPSHOT }];
    return { ...result, ok: false, reasons };
  }
  const wrong = ran.wrong.filter(({ field }) => field !== "snapshot");
  // A case that fails another expectation must not write a snapshot.
  if (wrong.length > 0 || (snapshot.state === "changed" && snapshots !== "update")) return result;
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, `${snapshot.text}\n`);
  const written = snapshot.state === "new" ? "new" : "updated";
  return { ...result, ok: true, wrong, reasons: [], written };
}

const NO_SNAPSHOT =
  "there is none, and none is written if CI is set: run the tests once without CI, and commit the file";

function describeUnstubbed(module: string): { readonly label: string; readonly text: string } {
  const name = JSON.stringify(module);
  const text = `${name} has no stub: write transforms: { ${name}: { returns: { message: … } } }, or transforms: run`;
  return { label: "transform_unstubbed", text };
}

/** A snapshot is `__snapshots__/<test file>/<case>.md`. */
function snapshotFolder(testFile: string): string {
  return join(dirname(testFile), "__snapshots__", basename(testFile));
}

/** Undefined: there is none. */
function readSnapshot(path: string): string | undefined {
  try {
    // Git may have changed the line ends.
    return readFileSync(path, "utf8").replaceAll("\r\n", "\n").replace(/\n$/, "");
  } catch {
    return undefined;
  }
}

/** Paths of snapshots that belong to none of these cases. */
function findOrphans(testFile: string, caseNames: readonly string[]): readonly string[] {
  const folder = snapshotFolder(testFile);
  const wanted = new Set(caseNames.map(fileName));
  return listNames(folder)
    .filter((name) => name.endsWith(".md") && !wanted.has(name))
    .sort()
    .map((name) => join(folder, name));
}

const MAX_NAME_CHARS = 100;

/**
 * The name of the case, in characters that every file system accepts. If characters were replaced, a part of its hash
 * makes the name unique.
 */
function fileName(caseName: string): string {
  const plain = caseName
    .replaceAll(/[^\p{L}\p{N} .,;()[\]_+=@#-]|^\.|\.$/gu, "_")
    .slice(0, MAX_NAME_CHARS)
    .trim();
  if (plain === caseName) return `${plain}.md`;
  const hash = createHash("sha256").update(caseName).digest("hex").slice(0, 8);
  return `${plain} ${hash}.md`.trimStart();
}
