// A template → a function that renders it for a payload.

// The package does not export this stage, which is measured without the rest of resolve().
import { compileSource } from "../../packages/template/build/authoring/compile/compile-source.js";
import {
  Budget,
  DEFAULT_RENDER_LIMITS,
} from "../../packages/template/build/serving/render/budget.js";
import { createRootFrame } from "../../packages/template/build/serving/render/frame.js";

/** @typedef {(payload: unknown) => string} Renderer */

/** @param {string} template @param {{ emptyLines?: "drop" }} options @returns {(push: unknown) => string} */
export function createRenderer(template, options) {
  const compilation = compileSource(template, options);
  if (!compilation.ok) throw new Error(compilation.problems[0]?.message);
  const { render } = compilation.template;
  let scope = createScope(undefined);
  return (push) => {
    // An event has its view before anything is rendered; the function by hand needs none.
    if (scope.payload !== push) scope = createScope(push);
    return render(createRootFrame(scope, new Budget(DEFAULT_RENDER_LIMITS)));
  };
}

/** @param {unknown} payload */
function createScope(payload) {
  const now = () => "2026-01-02T03:04:05.678Z";
  const none = { headers: {}, query: {}, item: undefined, index: undefined };
  return { payload, path: "github", now, mapping: "m", ...none };
}

/** @param {Map<string, Renderer>} renderers @param {unknown} payload */
export function checkEqual(renderers, payload) {
  const texts = [...renderers.values()].map((render) => render(payload));
  if (new Set(texts).size !== 1) throw new Error(`The texts differ:\n${texts.join("\n----\n")}`);
}
