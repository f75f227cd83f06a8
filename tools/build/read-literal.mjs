// @ts-check
// The text of a TypeScript file → the object that one of its constants is.
//
// Why from the text: what is generated is made of these constants, and their files may import what is generated.

/**
 * @param {string} text
 * @param {string} name of an exported constant with a type, whose value refers to nothing
 * @returns {Promise<any>} undefined if the file has no constant of this name
 */
export async function readLiteral(text, name) {
  const constant = new RegExp(String.raw`^export const ${name}: \w+ = (\{[\s\S]*?\});$`, "m");
  const [, literal = "undefined"] = constant.exec(text) ?? [];
  const source = `export default ${literal}`;
  return (await import(`data:text/javascript,${encodeURIComponent(source)}`)).default;
}
