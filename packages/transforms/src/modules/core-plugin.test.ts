// Texts of modules → whether the inlined function is enough.
import { expect, test } from "vitest";
import { wantsDefineOnly } from "./core-plugin.ts";

test.each([
  ['import { defineTransform } from "@hookwright/core";', true],
  ["import {defineTransform,} from '@hookwright/core'", true],
  [
    'import {\n  defineTransform as define,\n  type Transform,\n  TransformContext,\n} from "@hookwright/core";',
    true,
  ],
  ['import { defineTransform } from "@hookwright/core";\nimport { x } from "y";', true],
  ['import { defineTransform, problemToText } from "@hookwright/core";', false],
  [
    'import { defineTransform } from "@hookwright/core";\nimport { compileHooks } from "@hookwright/core";',
    false,
  ],
  ['import * as core from "@hookwright/core";', false],
  ['const { defineTransform } = require("@hookwright/core");', false],
])("wantsDefineOnly() looks at what is imported by name: %j is %s", (text, expected) => {
  expect(wantsDefineOnly(text)).toBe(expected);
});
