// A transform reference and the available modules → the function to call, or the problem.
import { hintNearestName, readOwn } from "@hookwright/base";
import type { ConfigPath, Problem, Transform, Transforms } from "../../base/index.ts";
import { createProblem } from "../../base/index.ts";
import type { TransformReference } from "../../config/index.ts";

type BindTransformResult =
  | { readonly ok: true; readonly transform: Transform }
  | { readonly ok: false; readonly problem: Problem };

export function bindTransform(
  reference: TransformReference,
  transforms: Transforms,
  configPath: ConfigPath,
): BindTransformResult {
  const { module: name } = reference;
  if (!Object.hasOwn(transforms, name))
    return { ok: false, problem: noModule(name, transforms, configPath) };
  const exported = findExport(transforms[name], reference.export);
  if (typeof exported === "function") return { ok: true, transform: exported as Transform };
  return {
    ok: false,
    problem: noExport(reference, transforms[name], configPath),
  };
}

/** The export that the mapping names; else `default`, else `transform`. A module may be a function. */
function findExport(module: unknown, name: string | undefined): unknown {
  if (typeof module === "function") return module;
  if (name !== undefined) return readExport(module, name);
  return readExport(module, "default") ?? readExport(module, "transform");
}

/** An imported CommonJS module is the `default` of its namespace. */
function readExport(module: unknown, name: string): unknown {
  const found = [readOwn(module, name), readOwn(readOwn(module, "default"), name)];
  return found.find((exported) => typeof exported === "function");
}

function noModule(name: string, transforms: Transforms, configPath: ConfigPath): Problem {
  const path = [...configPath, "transform", "module"];
  const names = Object.keys(transforms);
  const hint =
    names.length === 0
      ? `Pass its function: compileHooks(config, { transforms: { ${JSON.stringify(name)}: … } }).`
      : hintNearestName(name, names);
  const message = `The transform module "${name}" is not available.`;
  return createProblem("transform_unavailable", path, message, { hint });
}

function noExport(reference: TransformReference, module: unknown, configPath: ConfigPath): Problem {
  const wanted = reference.export ?? "default";
  const path = [...configPath, "transform", reference.export === undefined ? "module" : "export"];
  const message = `The transform module "${reference.module}" exports no function "${wanted}".`;
  const names = functionsOf(module);
  const hint = names.length === 0 ? "It exports no function." : hintNearestName(wanted, names);
  return createProblem("transform_export_missing", path, message, { hint });
}

/** Includes those of a CommonJS module's `module.exports`. */
function functionsOf(module: unknown): readonly string[] {
  const names = [module, readOwn(module, "default")].flatMap((holder) =>
    Object.keys(Object(holder)),
  );
  return [...new Set(names)].filter((name) => readExport(module, name) !== undefined);
}
