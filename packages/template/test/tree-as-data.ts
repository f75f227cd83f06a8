// A template and what it may read → what it renders, explains and reads: as compiled, and linked from its tree
// as JSON.
import {
  type CompileTemplateOptions,
  compileSource,
  parsePartials,
} from "../src/authoring/compile/compile-source.ts";
import {
  type LinkResult,
  linkTemplate,
  partialsFromTrees,
} from "../src/serving/link/link-template.ts";
import { createRootFrame } from "../src/serving/render/frame.ts";
import type { RenderTrace } from "../src/serving/render/trace.ts";
import { eventBudget } from "./event-budget.ts";

export interface SharedOptions extends Pick<CompileTemplateOptions, "helpers" | "emptyLines"> {
  readonly partials?: Readonly<Record<string, string>> | undefined;
}

/** Undefined if the template does not compile. */
export function showBoth(
  source: string,
  payload: unknown,
  { partials: sources = {}, ...options }: SharedOptions,
): { readonly compiled: unknown; readonly linked: unknown } | undefined {
  const { partials, trees } = parsePartials(sources);
  const compiled = compileSource(source, { ...options, partials });
  if (!compiled.ok) return undefined;
  const copies = partialsFromTrees(asJson(trees));
  const linked = linkTemplate(asJson(compiled.tree), { ...options, partials: copies });
  return { compiled: show(compiled, payload), linked: show(linked, payload) };
}

export function asJson<Value>(value: Value): Value {
  return JSON.parse(JSON.stringify(value));
}

function show(linked: LinkResult, payload: unknown): unknown {
  if (!linked.ok) return linked.faults;
  const { template, reads } = linked;
  const calls: unknown[] = [];
  const trace: RenderTrace = {
    literal: (text) => calls.push(text),
    expression: (rendered) => calls.push(rendered),
    emptyCall: (call) => calls.push(call),
    block: (opened) => {
      calls.push(opened);
      return (half) => calls.push(half);
    },
  };
  const { render: _, ...facts } = template;
  const text = attempt(() => template.render(createRootFrame(scopeOf(payload), eventBudget())));
  const traced = attempt(() =>
    template.render(createRootFrame(scopeOf(payload), eventBudget(), trace)),
  );
  return { text, traced, calls, facts, reads };
}

function attempt(render: () => string): string {
  try {
    return render();
  } catch (error) {
    return String(error);
  }
}

function scopeOf(payload: unknown) {
  return { payload, headers: { "x-event": "push" }, query: { q: "1" }, path: "p", now: () => "" };
}
