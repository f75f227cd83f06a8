// A config → its plan as JSON text and back → hooks: what a server has that was built ahead.

import type { CompileOptions } from "../src/authoring/plan/options.ts";
import { plan } from "../src/compile-hooks.ts";
import { type LinkResult, link } from "../src/serving/link/link.ts";

export function linkOfText(config: unknown, options: CompileOptions = {}): LinkResult {
  const planned = plan(config, options);
  return planned.ok ? link(JSON.parse(JSON.stringify(planned.plan)), options) : planned;
}
