// The run's seed → fast-check, in every worker, so that `fc.assert` needs no seed of its own.
import fc from "fast-check";
import { inject } from "vitest";

fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: inject("seed") });
