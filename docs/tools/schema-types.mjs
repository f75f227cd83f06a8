// @ts-check
// A property of the config's schema → its type as docs/configuration.md shows it, with links to its sections.

/** Definitions with a section of the page, and its title. */
export const SECTIONS = [
  ["hooks", "`hooks`"],
  ["routeAnswer", "`routeAnswer`"],
  ["mapping", "`hooks.mappings[]`"],
  ["match", "`match`"],
  ["auth", "`auth`"],
  ["gmail", "`hooks.gmail`"],
  ["agents", "`agents`"],
];

/** @param {any} property @param {any} schema @returns {string} */
export function typeOf(property, schema) {
  if (
    property.$ref?.endsWith("/secret") ||
    /secret/.test(property.anyOf?.[1]?.properties?.env?.description ?? "")
  )
    return "secret";
  if (property.$ref !== undefined) return linkTo(property.$ref.split("/").at(-1));
  if (property.enum !== undefined)
    return property.enum.map((/** @type {string} */ name) => `\`${name}\``).join(" or ");
  if (property.anyOf !== undefined)
    return property.anyOf.map((/** @type {any} */ one) => typeOf(one, schema)).join(" or ");
  if (Array.isArray(property.type)) {
    return property.type
      .map((/** @type {string} */ type) => typeOf({ ...property, type }, schema))
      .join(", or ");
  }
  if (property.type === "array") return `list of ${typeOf(property.items, schema)}`;
  return property.type === undefined ? "any" : String(property.type);
}

/** @param {string} name of a definition that has a section */
function linkTo(name) {
  const title = SECTIONS.find(([section]) => section === name)?.[1] ?? name;
  return `[${name}](#${title.replaceAll(/[^\w]/g, "").toLowerCase()})`;
}
