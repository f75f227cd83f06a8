// A module's file → one script with everything that it imports, or the problems of the build.

import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { isBuiltin } from "node:module";
import { dirname, isAbsolute, join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import type {
  BuildFailure,
  BuildOptions,
  Loader,
  Message,
  Metafile,
  OnLoadResult,
  OnResolveResult,
  Plugin,
} from "esbuild";
import { findForeignImports, type ModuleFile } from "./foreign-imports.ts";
import { isInside, isPackageFile } from "./locate-module.ts";
import type { ModuleProblem } from "./module-problem.ts";
import {
  COMPUTED_IMPORTS,
  createBanner,
  createRequirePlugin,
  dropOwnRequire,
  fillBanner,
  findComputedImports,
  isAuthored,
  OUTSIDE,
} from "./require-plugin.ts";
import { startBuild } from "./start-build.ts";

export interface ModuleSource extends ModuleFile {
  /** The folder of the built script: the paths of its source map are relative to it. */
  readonly outputFolder: string;
  /** Files by the package entries that are replaced by them. */
  readonly provides?: Readonly<Record<string, string>>;
}

type BundleResult =
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
    const problems = describeBuildErrors(error, source);
    return { ok: false, problems, files: authored(seen, source.folder) };
  }
}

function isBuildFailure(error: unknown): error is BuildFailure {
  return error instanceof Error && "errors" in error;
}

function buildOptions(
  { file, folder, outputFolder, terms, provides = {} }: ModuleSource,
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
      createProvidedPlugin(provides),
      createMissingPlugin(missing),
      createRequirePlugin({ folder, terms }),
      createOriginPlugin(seen, folder),
    ],
    banner: { js: createBanner({ file, folder, terms }) },
  } as const satisfies BuildOptions;
}

/** Files of packages are not watched: they are not edited in place, and there may be thousands. */
function authored(seen: ReadonlySet<string>, folder: string): readonly string[] {
  return [...seen].filter((path) => !isPackageFile(path, folder));
}

/** esbuild names files by their real paths, so a file of a workspace or of `npm link` is anywhere. */
function findLinkedPackages(
  { inputs }: Pick<Metafile, "inputs">,
  folder: string,
): readonly string[] {
  const files = Object.entries(inputs).flatMap(([path, { imports }]) => [
    ...(NAMESPACED.test(path) ? [] : [resolve(folder, path)]),
    // Compiled add-ons.
    ...imports.flatMap(({ path: target, external }) =>
      external === true && isAbsolute(target) ? [target] : [],
    ),
  ]);
  const outside = files.filter((file) => !isInside(file, folder) && !isPackageFile(file, folder));
  return [...new Set(outside.map(findPackageRoot))];
}

/** The names of inputs that plugins have made. A drive of Windows has one letter. */
const NAMESPACED = /^[\w-]{2,}:/;

function findPackageRoot(file: string): string {
  let folder = dirname(file);
  while (!existsSync(join(folder, "package.json"))) {
    const parent = dirname(folder);
    if (parent === folder) return dirname(file);
    folder = parent;
  }
  return folder;
}

const NAMESPACE = "hookwright-missing";

const ASKED = "hookwright-asked";

/** Names in `import()`. esbuild leaves those to run time whose failure the module catches. */
function findMissingImports({ outputs }: Pick<Metafile, "outputs">): readonly string[] {
  const names = Object.values(outputs).flatMap(({ imports }) =>
    imports.flatMap(({ path, kind, external }) =>
      external === true && kind === "dynamic-import" && !isBuiltin(path) ? [path] : [],
    ),
  );
  return [...new Set(names)];
}

function createMissingPlugin(names: readonly string[]): Plugin {
  return {
    name: NAMESPACE,
    setup(build) {
      if (names.length === 0) return;
      const filter = new RegExp(`^(?:${names.map(escapePattern).join("|")})$`);
      build.onResolve({ filter }, async ({ path, pluginData, ...args }) => {
        if (pluginData === ASKED || args.kind !== "dynamic-import") return undefined;
        const { importer, resolveDir, kind } = args;
        // Another file may have the package beside it.
        const found = await build.resolve(path, { importer, resolveDir, kind, pluginData: ASKED });
        return found.errors.length === 0 ? found : { path, namespace: NAMESPACE };
      });
      build.onLoad({ filter: /.*/, namespace: NAMESPACE }, ({ path }) => ({
        contents: `throw Object.assign(new Error(${JSON.stringify(`Cannot find "${path}"`)}), { code: "ERR_MODULE_NOT_FOUND" });`,
      }));
    },
  };
}

/** For Go's patterns, which esbuild uses. */
function escapePattern(name: string): string {
  return name.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&");
}

/** For the build options. esbuild replaces only names that a file does not declare itself. */
const ORIGIN_DEFINES: Readonly<Record<string, string>> = {
  __dirname: "__hookwright_dirname",
  __filename: "__hookwright_filename",
  "import.meta.dirname": "__hookwright_dirname",
  "import.meta.filename": "__hookwright_filename",
  "import.meta.url": "__hookwright_url",
};

function createOriginPlugin(seen: Set<string>, folder: string): Plugin {
  return {
    name: "hookwright-origin",
    setup(build) {
      // Every imported file is watched for changes, JSON files too.
      build.onLoad({ filter: /.*/, namespace: "file" }, ({ path }) => {
        seen.add(path);
        return SCRIPT.test(path) ? loadWithOrigin(path, folder) : undefined;
      });
    },
  };
}

const SCRIPT = /\.[cm]?[jt]s$/;

const MENTIONS_ORIGIN = /\b__(?:dirname|filename)\b|\bimport\.meta\b/;

/** Adds everything to the first line, so that all lines keep their numbers. */
async function loadWithOrigin(path: string, folder: string): Promise<OnLoadResult | undefined> {
  const read = await readFile(path, "utf8");
  if (!MENTIONS_ORIGIN.test(read)) return undefined;
  const text = isAuthored(path, folder) ? dropOwnRequire(read) : read;
  const names = {
    dirname: dirname(path),
    filename: path,
    url: pathToFileURL(path).href,
  };
  const assignments = Object.entries(names).map(
    ([name, value]) => `__hookwright_${name}=${JSON.stringify(value)}`,
  );
  const loader: Loader = path.endsWith("ts") ? "ts" : "js";
  return { contents: `var ${assignments.join()};${text.replace(/^#!/, "//")}`, loader };
}

/** One mistake can cause many errors, and the first ones are enough. */
const MAX_PROBLEMS = 10;

export function describeBuildErrors(
  failure: {
    readonly errors: readonly (Pick<Message, "text" | "location"> & {
      readonly detail?: unknown;
    })[];
  },
  { name, terms }: Pick<ModuleFile, "name" | "terms">,
): readonly ModuleProblem[] {
  return failure.errors.slice(0, MAX_PROBLEMS).map(({ text, location, detail }) => ({
    code: detail === OUTSIDE ? OUTSIDE : "transform_syntax",
    message: `The ${terms.what} "${name}" cannot be built: ${positionOf(location)}${text}.`,
    ...hintFor(text),
  }));
}

/** esbuild counts lines from 1 and columns from 0. */
function positionOf(location: Message["location"]): string {
  return location === null ? "" : `${location.file}:${location.line}:${location.column + 1}: `;
}

/** A bare specifier that cannot be resolved is a package that is not installed. */
function hintFor(text: string): { readonly hint?: string } {
  const [, name] = /^Could not resolve "((?:@[\w.-]+\/)?\w[\w.-]*)/.exec(text) ?? [];
  if (name === undefined) return {};
  return { hint: `Install the package where the module can find it: npm install ${name}` };
}

const CORE_NAMESPACE = "hookwright-core";

/**
 * Inlines `defineTransform`, which returns its argument. Bundling the whole package for it would cost each build
 * 150 ms, and the package would have to be installed beside the config.
 */
function createCorePlugin(): Plugin {
  return {
    name: CORE_NAMESPACE,
    setup(build) {
      build.onResolve(
        { filter: /^@hookwright\/core$/ },
        async ({ path, importer }): Promise<OnResolveResult | undefined> =>
          wantsDefineOnly(await readFile(importer, "utf8"))
            ? { path, namespace: CORE_NAMESPACE }
            : undefined,
      );
      build.onLoad({ filter: /.*/, namespace: CORE_NAMESPACE }, () => ({
        contents: "export const defineTransform = (transform) => transform;",
      }));
    },
  };
}

/** What the program that loads a module has itself need not be installed beside the module. */
function createProvidedPlugin(provides: Readonly<Record<string, string>>): Plugin {
  return {
    name: "hookwright-provided",
    setup(build) {
      for (const [name, path] of Object.entries(provides)) {
        build.onResolve({ filter: new RegExp(`^${escapePattern(name)}$`) }, () => ({ path }));
      }
    },
  };
}

const IMPORT = /\bimport\s*\{([^}]*)\}\s*from\s*["']@hookwright\/core["']/g;

/** A build drops types; their names begin with a capital letter. */
const HARMLESS = /^(?:type\s.*|[A-Z].*|defineTransform\b.*|)$/s;

/** An import in any other form gets the package itself. */
export function wantsDefineOnly(text: string): boolean {
  const imports = [...text.matchAll(IMPORT)];
  const names = imports.flatMap(([, list = ""]) => list.split(",").map((name) => name.trim()));
  return imports.length > 0 && names.every((name) => HARMLESS.test(name));
}
