// @ts-check
// A stream and the environment → functions that colour text, or return it unchanged.

/**
 * @typedef {Readonly<Record<"title" | "strong" | "dim" | "good" | "bad", (text: string) => string>> & { readonly isColored: boolean }} Paint
 */

/**
 * @param {NodeJS.WriteStream} stream
 * @param {NodeJS.ProcessEnv} env
 * @returns {Paint}
 */
export function createPaint(stream, env) {
  const isForced = env["FORCE_COLOR"] !== undefined && env["FORCE_COLOR"] !== "0";
  const isColored =
    isForced || (stream.isTTY === true && !env["NO_COLOR"] && env["TERM"] !== "dumb");
  /** @param {string} code an SGR code */
  const style = (code) => (/** @type {string} */ text) =>
    isColored ? `\u001B[${code}m${text}\u001B[0m` : text;
  return {
    title: style("1;36"),
    strong: style("1"),
    dim: style("2"),
    good: style("32"),
    bad: style("1;31"),
    isColored,
  };
}
