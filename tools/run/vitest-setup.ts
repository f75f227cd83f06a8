// The seed of the run → fast-check, in every worker, so that `fc.assert` needs no seed.
import fc from "fast-check";
import { inject } from "vitest";

fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: inject("seed") });
