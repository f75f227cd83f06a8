// The problems that a load reports if no module is loaded, or loading fails.
import { errorText } from "@hookwright/base";
import type { LoadedTransforms, Problem } from "@hookwright/core";

export const NO_MODULES: LoadedTransforms = {
  transforms: {},
  problems: [],
  files: [],
  close: () => Promise.resolve(),
};

export const INSTALL_TRANSFORMS =
  "Run npm install @hookwright/transforms. In a program of your own, also pass its createTransformLoader to loadHooks.";

/** The loader rejected, or it could not be imported. */
export function createLoaderProblem(error: unknown): Problem {
  return {
    code: "transform_unavailable",
    severity: "error",
    path: ["hooks", "transformsDir"],
    message: `The transform modules cannot be loaded: ${errorText(error).replace(/\.$/, "")}.`,
    hint: INSTALL_TRANSFORMS,
  };
}
