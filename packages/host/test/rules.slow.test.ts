// The rules, run against the store and the engine of this package.
import { describe, test } from "vitest";
import { hostRules } from "./rules/all.ts";
import { delayed } from "./support/delayed.ts";
import { embedded } from "./support/embedded.ts";

describe.each([embedded, delayed])(
  "the $name engine keeps the rules",
  { tags: "PRT-3" },
  hostRules,
);

// There is no engine for many machines yet.
test.skip(
  "two hosts on one distributed engine keep RUN-2, HB-1 and DEL-8 across machines (skipped: no engine is for many machines yet)",
  { tags: "PRT-4" },
  () => undefined,
);
