// @ts-check
// A config in JSON5 → its comments, each with the path of the key or element that follows it.
import { parse } from "@humanwhocodes/momoa";

/** @typedef {{ readonly path: readonly (string | number)[], readonly text: string }} Comment */

/** @typedef {{ readonly path: readonly (string | number)[], readonly start: number }} Place */

/** @param {string} code @returns {readonly Comment[]} */
export function findComments(code) {
  const { body, tokens = [] } = parse(code, { mode: "json5", tokens: true, ranges: true });
  const places = findPlaces(body, []).toSorted((one, other) => one.start - other.start);
  const comments = tokens.filter(({ type }) => type === "LineComment");
  return comments.map(({ loc }) => {
    const next = places.find(({ start }) => start > loc.end.offset);
    const text = code.slice(loc.start.offset + "//".length, loc.end.offset).trimEnd();
    if (next === undefined) throw new Error(`Nothing follows the comment "${text}".`);
    return { path: next.path, text };
  });
}

/**
 * @param {import("@humanwhocodes/momoa").ValueNode} node
 * @param {readonly (string | number)[]} path
 * @returns {readonly Place[]}
 */
function findPlaces(node, path) {
  if (node.type === "Object") {
    return node.members.flatMap(({ name, value, loc }) => {
      const inner = [...path, name.type === "Identifier" ? name.name : name.value];
      return [{ path: inner, start: loc.start.offset }, ...findPlaces(value, inner)];
    });
  }
  if (node.type !== "Array") return [];
  return node.elements.flatMap(({ value, loc }, index) => {
    const inner = [...path, index];
    return [{ path: inner, start: loc.start.offset }, ...findPlaces(value, inner)];
  });
}
