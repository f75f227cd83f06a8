// What a load says where no module is loaded.
import type { LoadedTransforms } from "@hookwright/core";

export const NO_MODULES: LoadedTransforms = {
  transforms: {},
  problems: [],
  files: [],
  close: () => Promise.resolve(),
};

export const INSTALL_TRANSFORMS =
  "Run npm install @hookwright/transforms. In a program of your own, also pass its createTransformLoader to loadHooks.";
