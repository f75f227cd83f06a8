// A module's file → one script with everything that it imports, or the problems of the build.
import { join } from "node:path";
import type { BuildFailure, BuildOptions, Metafile } from "esbuild";
import { COMPUTED_IMPORTS, findComputedImports } from "./computed-imports.ts";
import { createCorePlugin } from "./core-plugin.ts";
import { describeBuildErrors } from "./describe-build-errors.ts";
import { findForeignImports, type ModuleFile } from "./foreign-imports.ts";
import { isPackageFile } from "./is-package-file.ts";
import { findLinkedPackages } from "./linked-packages.ts";
import { createMissingPlugin, findMissingImports } from "./missing-plugin.ts";
import type { ModuleProblem } from "./module-problem.ts";
import { createOriginPlugin, ORIGIN_DEFINES } from "./origin-plugin.ts";
import { createBanner, createRequirePlugin, fillBanner } from "./require-plugin.ts";
import { startBuild } from "./start-build.ts";

export interface ModuleSource extends ModuleFile {
  /** The folder of the built script: the paths of its source map are relative to it. */
  readonly outputFolder: string;
}

export type BundleResult =
  | { readonly ok: true; readonly code: string; readonly files: readonly string[] }
  | {
      readonly ok: false;
      readonly problems: readonly ModuleProblem[];
      readonly files: readonly string[];
    };

/** Rejects only if esbuild cannot run. `files` are the author's own, without those of packages. */
export async function bundleModule(source: ModuleSource): Promise<BundleResult> {
  const seen = new Set([source.file]);
  try {
    const first = await startBuild(buildOptions(source, seen));
    const problems = [
      ...findForeignImports(first.metafile as Metafile, source),
      ...findComputedImports(first.warnings, source),
    ];
    const files = authored(seen, source.folder);
    if (problems.length > 0) return { ok: false, problems, files };
    const missing = findMissingImports(first.metafile as Metafile);
    const { outputFiles, metafile } =
      missing.length === 0 ? first : await startBuild(buildOptions(source, seen, missing));
    const packages = findLinkedPackages(metafile as Metafile, source.folder);
    return { ok: true, code: fillBanner(outputFiles?.[0]?.text as string, packages), files };
  } catch (error) {
    if (!isBuildFailure(error)) throw error;
    const problems = describeBuildErrors(error, source.name);
    return { ok: false, problems, files: authored(seen, source.folder) };
  }
}

function isBuildFailure(error: unknown): error is BuildFailure {
  return error instanceof Error && "errors" in error;
}

function buildOptions(
  { file, folder, outputFolder }: ModuleSource,
  seen: Set<string>,
  missing: readonly string[] = [],
) {
  return {
    entryPoints: [file],
    absWorkingDir: folder,
    outfile: join(outputFolder, "module.mjs"),
    write: false,
    bundle: true,
    platform: "node",
    format: "esm",
    // The oldest Node that this package runs on.
    target: "node20.19",
    metafile: true,
    sourcemap: "inline",
    // The map names the file, so a copy of its text would only cost time.
    sourcesContent: false,
    logLevel: "silent",
    // Attack: a path alias of a tsconfig.json could lead out of the folder.
    tsconfigRaw: "{}",
    define: { ...ORIGIN_DEFINES },
    logOverride: COMPUTED_IMPORTS,
    plugins: [
      createCorePlugin(),
      createMissingPlugin(missing),
      createRequirePlugin(folder),
      createOriginPlugin(seen, folder),
    ],
    banner: { js: createBanner(file, folder) },
  } as const satisfies BuildOptions;
}

/** Files of packages are not watched: they are not edited in place, and there may be thousands. */
function authored(seen: ReadonlySet<string>, folder: string): readonly string[] {
  return [...seen].filter((path) => !isPackageFile(path, folder));
}
