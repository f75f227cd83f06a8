// A module's file → one script with everything that it imports, or what keeps it from being built.
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { BuildFailure, BuildOptions, Metafile } from "esbuild";
import { createCorePlugin } from "./core-plugin.ts";
import { describeBuildErrors } from "./describe-build-errors.ts";
import type { Finding } from "./finding.ts";
import { findForeignImports } from "./foreign-imports.ts";
import { isPackageFile } from "./is-package-file.ts";
import { createOriginPlugin, ORIGIN_DEFINES } from "./origin-plugin.ts";
import { startBuild } from "./start-build.ts";

export interface ModuleSource {
  /** As the operator wrote it. */
  readonly name: string;
  /** The real path. */
  readonly file: string;
  /** The real path of hooks.transformsDir. */
  readonly folder: string;
  /** Where the script will stand: its source map is made for that place. */
  readonly outputFolder: string;
}

export type ModuleBundle =
  | { readonly ok: true; readonly code: string; readonly files: readonly string[] }
  | {
      readonly ok: false;
      readonly findings: readonly Finding[];
      readonly files: readonly string[];
    };

/** Never rejects. `files` are the author's own, those of packages left out. */
export async function bundleModule(source: ModuleSource): Promise<ModuleBundle> {
  const seen = new Set([source.file]);
  try {
    const { outputFiles, metafile } = await startBuild(buildOptions(source, seen));
    const findings = findForeignImports(metafile as Metafile, source);
    const files = authored(seen, source.folder);
    if (findings.length > 0) return { ok: false, findings, files };
    return { ok: true, code: outputFiles?.[0]?.text as string, files };
  } catch (error) {
    const findings = describeBuildErrors(error as BuildFailure, source.name);
    return { ok: false, findings, files: authored(seen, source.folder) };
  }
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
