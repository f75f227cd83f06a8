// PRT-3: the rules, run against the store and the engine of this package.
import { describe, test } from "vitest";
import { acceptanceRules } from "./rules/acceptance.ts";
import { mainSessionRules } from "./rules/main-session.ts";
import { runRules } from "./rules/runs.ts";
import { timeRules } from "./rules/time.ts";
import { embedded } from "./support/embedded.ts";

describe("PRT-3 the embedded engine keeps the rules", () => {
  acceptanceRules(embedded);
  mainSessionRules(embedded);
  runRules(embedded);
  timeRules(embedded);
});

test.skip("PRT-4 two hosts on one distributed engine: no engine for many machines exists yet", () => undefined);
