// @ts-check
// The stages of packages/core/src: what enters and leaves each, and which others it may import.
//
// Why edges and not heights: with heights, a stage may import everything below it, and in the end it
// does. Here each edge is a decision, and any other import is a mistake.
/**
 * @typedef {object} Stage
 * @property {string} name a folder, or a file at the top, of packages/core/src
 * @property {string} does what enters and what leaves
 * @property {readonly string[]} may the other stages that it may import
 */

const leaves = ["model", "problem", "data"];
const concern = [...leaves, "schema", "pattern"];
const language = ["syntax", "compile", "render", "origin", "helpers", "foreign"].map(
  (name) => `language/${name}`,
);

/** @type {readonly Stage[]} */
export const STAGES = [
  {
    name: "model",
    does: "types that stages share, and the tables that others derive from",
    may: ["generated"],
  },
  // Generated code has a folder of its own, so that nobody edits it by hand.
  {
    name: "generated",
    does: "code made from the tables of the model, the schemas and Unicode's data",
    may: ["model"],
  },
  {
    name: "problem",
    does: "what is wrong with a config or an event, as data",
    may: ["model", "generated"],
  },
  { name: "data", does: "helpers on JSON values, texts, headers and promises", may: ["model"] },
  {
    name: "schema",
    does: "errors of a validator → sentences and known keys",
    may: [...leaves, "generated"],
  },
  { name: "pattern", does: "a pattern → a matcher that takes linear time", may: ["data"] },
  {
    name: "language/syntax",
    does: "the text of a template → a tree with offsets, or located problems",
    may: ["model", "generated"],
  },
  {
    name: "language/origin",
    does: "an expression that was read → where its values came from",
    may: ["data"],
  },
  {
    name: "language/render",
    does: "what compiled templates run on: frames, scopes, bodies, partials",
    may: ["model", "data", "language/origin"],
  },
  {
    name: "language/helpers",
    does: "the helpers, one a file",
    may: ["model", "data", "pattern", "language/render"],
  },
  {
    name: "language/foreign",
    does: "a template in the habit of another engine → the same in our language",
    may: ["model", "problem", "language/syntax", "language/render", "language/helpers"],
  },
  {
    name: "language/compile",
    does: "a tree → closures, and what they read",
    may: ["problem", "data", ...language.filter((name) => name !== "language/compile")],
  },
  {
    name: "language",
    does: "the entry @hookwright/template: one template by itself",
    may: ["model", "data", ...language],
  },
  {
    name: "config",
    does: "any value → the typed config; problems are reported",
    may: [...leaves, "schema", "generated"],
  },
  {
    name: "normalize",
    does: "the typed config → mappings in one spelling, presets included",
    may: [...leaves, "schema", "generated", "config"],
  },
  { name: "match", does: "rules → an index; an event → the first match", may: concern },
  { name: "condition", does: "a JSON Logic rule → a predicate", may: concern },
  {
    name: "checks",
    does: "all mappings → problems among them",
    may: [...leaves, "schema", "condition", "match"],
  },
  {
    name: "transform",
    does: "a draft and a module's function → a changed draft",
    may: [...concern, "generated"],
  },
  {
    name: "policy",
    does: "a value of an action → accepted or refused",
    may: [...concern, "generated"],
  },
  {
    name: "fence",
    does: "outside text → the same text between markers",
    may: [...concern, "generated"],
  },
  {
    name: "auth",
    does: "a scheme and its keys, and a request → whether its sender is who it says",
    may: concern,
  },
  {
    name: "compiled.ts",
    does: "the contract between compile and resolve: types only",
    may: [...leaves, "match", "condition", "policy", ...language],
  },
  {
    name: "compile",
    does: "the walk at start: parse → normalize → check → compile",
    may: [
      ...concern,
      ...language,
      ...[
        "generated",
        "config",
        "normalize",
        "checks",
        "match",
        "condition",
        "transform",
        "policy",
        "auth",
      ],
      "compiled.ts",
    ],
  },
  {
    name: "resolve",
    does: "the walk per event: match → render → transform → judge → fence",
    may: [
      ...concern,
      ...language,
      ...["generated", "normalize", "match", "condition", "transform", "policy", "fence"],
      "compiled.ts",
    ],
  },
  {
    name: "engine.ts",
    does: "the table of contents: both walks, phase by phase",
    may: [...leaves, "checks", "policy", "compiled.ts", "compile", "resolve"],
  },
  {
    name: "testing",
    does: "configs, events and expectations → what tests of a config tell",
    may: [
      ...concern,
      ...language,
      ...[
        "generated",
        "config",
        "normalize",
        "checks",
        "match",
        "condition",
        "transform",
        "policy",
        "fence",
        "auth",
        "compile",
        "resolve",
      ],
      "compiled.ts",
      "engine.ts",
    ],
  },
  {
    name: "ingress",
    does: "a neutral request → a neutral answer, one gate a file",
    may: [...leaves, "auth"],
  },
  {
    name: "index.ts",
    does: "the entry @hookwright/core",
    may: [
      ...leaves,
      "generated",
      "config",
      "normalize",
      "transform",
      "policy",
      ...language,
      "compile",
      "engine.ts",
    ],
  },
];
