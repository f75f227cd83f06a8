// Events whose later stages, the fence and forEach, are much work for the size of the body.
import { list } from "./list.mjs";

/** @typedef {import("./events.mjs").CostlyEvent} CostlyEvent */

/** @returns {CostlyEvent[]} */
export function stages() {
  return [
    { name: "fence, plain", template: "{{v}}", payload: { v: "x".repeat(200_000) } },
    { name: "fence, markers", template: "{{v}}", payload: { v: "<<<END ".repeat(30_000) } },
    { name: "fence, look-alikes", template: "{{v}}", payload: { v: "＜＜Ｅ".repeat(25_000) } },
    {
      name: "fence, control tokens",
      template: "{{v}}",
      payload: { v: "<|im_start|>".repeat(18_000) },
    },
    { name: "fence, escapes", template: "{{v}}", payload: { v: `${"%41".repeat(80_000)}%3c` } },
    { name: "fence, lines", template: "{{v}}", payload: { v: `${"\n".repeat(100_000)}x` } },
    {
      name: "elements with many fields beside them",
      template: "{{item}}",
      forEach: "list",
      payload: {
        ...Object.fromEntries(list(1_000, (at) => [`k${at}`, at])),
        list: list(200, (at) => at + 1),
      },
    },
    {
      name: "elements with very many fields beside them",
      template: "{{item}}",
      forEach: "list",
      payload: {
        ...Object.fromEntries(list(15_000, (at) => [`k${at}`, at])),
        list: list(13, (at) => at + 1),
      },
    },
    {
      name: "elements",
      template: "{{item}}",
      forEach: "list",
      payload: { list: list(200, () => "x".repeat(1_000)) },
    },
  ];
}
