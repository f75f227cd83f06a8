// @ts-check
// The rooms of packages/core/src: the question that each answers, and which others it may ask.
import { posix } from "node:path";

/**
 * @typedef {object} Room
 * @property {string} name a folder of packages/core/src, or of its halves `authoring` and `serving`
 * @property {string} answers what enters and what leaves
 * @property {readonly string[]} may the rooms that it may import, through their doors
 */

/** @type {readonly Room[]} */
export const ROOMS = [
  {
    name: "generated",
    answers: "tables and schemas → code; nobody edits it",
    may: ["model", "config", "schema", "advice", "plan"],
  },
  {
    name: "model",
    answers: "the vocabulary: events, actions, resolutions, problems, codes, ports",
    may: [],
  },
  {
    name: "schema",
    answers: "a value and the schema of its kind → what of it is right, and what is wrong",
    may: ["model"],
  },
  {
    name: "config",
    answers: "any value → the typed config → mappings in one spelling",
    may: ["model", "schema"],
  },
  {
    name: "rules",
    answers: "a JSON Logic rule as written → its tree, and what is wrong with it",
    may: ["model", "match"],
  },
  { name: "match", answers: "trees of rules → predicates, and an index of them", may: ["model"] },
  { name: "fence", answers: "text from outside → the same text between markers", may: ["model"] },
  {
    name: "resolve",
    answers: "a compiled config and an event → a resolution",
    may: ["model", "match", "fence"],
  },
  {
    name: "explain",
    answers: "the same walk with a trace → what it did and why",
    may: ["model", "config", "match", "resolve", "rules", "link", "fence"],
  },
  {
    name: "reachability",
    answers: "the clauses of mappings → whether any event can still reach each of them",
    may: ["model", "config", "match", "rules"],
  },
  {
    name: "advice",
    answers:
      "a config and what was compiled of it → what is hardly meant, and what to write instead",
    may: ["model", "schema", "config", "match", "reachability", "resolve", "rules", "link"],
  },
  {
    name: "link",
    answers: "a plan and the ports of the runtime → what serves requests",
    may: ["model", "match", "resolve"],
  },
  {
    name: "plan",
    answers: "a config → its plan, or its problems",
    may: ["model", "config", "match", "advice", "resolve", "rules", "link"],
  },
  {
    name: "ingress",
    answers: "a neutral request → a neutral answer, through the gates",
    may: ["model", "resolve"],
  },
];

/** Entries and the table of contents: they open the doors. */
const TOP = /^(?:compile-hooks|fence|index|plan|problems|runtime|schema|transform)\.ts$/;

const HALF = /^(?:authoring|serving)\//;

const BY_NAME = new Map(ROOMS.map((room) => [room.name, room]));

/**
 * @param {string} file relative to packages/core/src, such as "match/index-mappings.ts"
 * @param {readonly string[]} specifiers what it imports
 * @returns {string[]} problems
 */
export function checkCoreRooms(file, specifiers) {
  const from = roomOf(file);
  if (from !== undefined && !BY_NAME.has(from)) {
    return [
      `core/src/${file}: "${from}" is not a room; add it to tools/checks/layers/core-rooms.mjs`,
    ];
  }
  if (from === undefined && !TOP.test(file)) {
    return [
      `core/src/${file} is not in a room; entries are named in tools/checks/layers/core-rooms.mjs`,
    ];
  }
  return specifiers
    .filter((specifier) => specifier.startsWith("."))
    .map((specifier) => posix.join(posix.dirname(file), specifier))
    .flatMap((target) => {
      const reason = reasonAgainst(from, target);
      return reason === undefined ? [] : [`core/src/${file} imports ${target}: ${reason}`];
    });
}

/** @param {string | undefined} from @param {string} target @returns {string | undefined} */
function reasonAgainst(from, target) {
  const to = roomOf(target);
  if (to === from) return undefined;
  if (to === undefined) return `"${from}" may not import an entry`;
  // Its rows say who asks it: everybody who needs a generated table.
  if (to === "generated") return undefined;
  const may = from === undefined || BY_NAME.get(from)?.may.includes(to);
  if (!may) return `"${from}" may not import "${to}"`;
  if (from === "generated" || target.replace(HALF, "") === `${to}/index.ts`) return undefined;
  return `it goes past the door ${to}/index.ts`;
}

/** @param {string} file @returns {string | undefined} undefined: at the top */
function roomOf(file) {
  const path = file.replace(HALF, "");
  return path.includes("/") ? path.split("/")[0] : undefined;
}
