// A config as the command line names it → its hooks with fixed ids, its text with positions, its name.
import type { ConfigDocument, LoadReport } from "@hookwright/config";
import type { ConfigPath, Hooks } from "@hookwright/core";
import { FIXED_PORTS } from "@hookwright/testing";
import { loadWithoutModules } from "../../config/load-without-modules.ts";
import type { Io } from "../../io.ts";
import { isGitConfig, readGitConfig } from "./read-git.ts";

/** One of the two configs. */
export interface DiffSide {
  readonly hooks: Hooks;
  /** With the files that it includes. */
  readonly config: unknown;
  readonly locate: (path: ConfigPath) => ConfigLine;
  /** Itself and the files that it includes, named as `locate` names them. */
  readonly files: readonly SideFile[];
}

export interface SideFile {
  readonly name: string;
  readonly source: string;
}

export interface ConfigLine {
  readonly file: string;
  readonly line: number;
}

export type DiffSideResult =
  | ({ readonly ok: true } & DiffSide)
  | { readonly ok: false; readonly report: LoadReport };

/** `other` is the other config, whose path `git:REF` without a path uses. */
export async function loadSide(
  written: string,
  { other, io }: { readonly other: string; readonly io: Io },
): Promise<DiffSideResult> {
  if (!isGitConfig(written)) return loadFile(written, { nameOf: (name) => name, io });
  const { file, nameOf, remove } = await readGitConfig(written, other);
  try {
    return await loadFile(file, { nameOf, io });
  } finally {
    await remove();
  }
}

interface FileContext {
  readonly nameOf: (file: string) => string;
  readonly io: Io;
}

async function loadFile(file: string, { nameOf, io }: FileContext): Promise<DiffSideResult> {
  const { document, result } = await loadWithoutModules(file, { ...FIXED_PORTS, env: io.env });
  if (result.ok && document.ok) {
    return {
      ok: true,
      hooks: result.hooks,
      config: document.config,
      locate: (path) => locate(path, { ...document, filename: file }, nameOf),
      files: [{ filename: file, source: document.source }, ...(document.included ?? [])].map(
        ({ filename, source }) => ({ name: nameOf(filename), source }),
      ),
    };
  }
  return { ok: false, report: renameReport(result, nameOf) };
}

function renameReport(report: LoadReport, nameOf: FileContext["nameOf"]): LoadReport {
  const { filename, problems, included } = report;
  return {
    ...report,
    filename: nameOf(filename),
    problems: problems.map((one) =>
      one.file === undefined ? one : { ...one, file: nameOf(one.file) },
    ),
    ...(included && {
      included: included.map((one) => ({ ...one, filename: nameOf(one.filename) })),
    }),
  };
}

function locate(
  path: ConfigPath,
  document: ConfigDocument & { readonly filename: string },
  nameOf: FileContext["nameOf"],
): ConfigLine {
  const included = document.includedAt?.(path);
  if (included !== undefined) return locate(included.path, included.document, nameOf);
  return { file: nameOf(document.filename), line: document.locate(path, "key").line };
}
