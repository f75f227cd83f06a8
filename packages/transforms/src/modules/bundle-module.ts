// A module's file → one script with everything that it imports, or what keeps it from being built.
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { BuildFailure, BuildOptions, Metafile } from "esbuild";
import { createCorePlugin } from "./core-plugin.ts";
import { describeBuildErrors } from "./describe-build-errors.ts";
import { findForeignImports, type ModuleFile } from "./foreign-imports.ts";
import { isPackageFile } from "./is-package-file.ts";
import type { ModuleProblem } from "./module-problem.ts";
import { createOriginPlugin, ORIGIN_DEFINES } from "./origin-plugin.ts";
import { startBuild } from "./start-build.ts";

export interface ModuleSource extends ModuleFile {
  /** The folder of the built script: its source map is made for that folder. */
  readonly outputFolder: string;
}

export type BundleResult =
  | { readonly ok: true; readonly code: string; readonly files: readonly string[] }
  | {
      readonly ok: false;
      readonly problems: readonly ModuleProblem[];
      readonly files: readonly string[];
    };

/** Rejects only where esbuild cannot run. `files` are the author's own, those of packages left out. */
export async function bundleModule(source: ModuleSource): Promise<BundleResult> {
  const seen = new Set([source.file]);
  try {
    const { outputFiles, metafile } = await startBuild(buildOptions(source, seen));
    const problems = findForeignImports(metafile as Metafile, source);
    const files = authored(seen, source.folder);
    if (problems.length > 0) return { ok: false, problems, files };
    return { ok: true, code: outputFiles?.[0]?.text as string, files };
  } catch (error) {
    if (!isBuildFailure(error)) throw error;
    const problems = describeBuildErrors(error, source.name);
    return { ok: false, problems, files: authored(seen, source.folder) };
  }
}

function isBuildFailure(error: unknown): error is BuildFailure {
  return error instanceof Error && "errors" in error;
}

function buildOptions({ file, folder, outputFolder }: ModuleSource, seen: Set<string>) {
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
    // The file stands where the map says; a copy in every bundle would only be loaded for nothing.
    sourcesContent: false,
    logLevel: "silent",
    // A path alias of some tsconfig.json could lead out of the folder.
    tsconfigRaw: "{}",
    define: { ...ORIGIN_DEFINES },
    plugins: [createCorePlugin(), createOriginPlugin(seen)],
    // CommonJS packages within an ES module still call `require` for Node's own modules.
    banner: {
      js: `import { createRequire as __hookwright_require } from "node:module"; const require = __hookwright_require(${JSON.stringify(pathToFileURL(file).href)});`,
    },
  } as const satisfies BuildOptions;
}

/** A package is not edited where it is installed, and its folder may have thousands of files. */
function authored(seen: ReadonlySet<string>, folder: string): readonly string[] {
  return [...seen].filter((path) => !isPackageFile(path, folder));
}
