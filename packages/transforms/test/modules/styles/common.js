// CommonJS by its content: the function is the module.
const { basename } = require("node:path");

module.exports = function transform(context) {
  // biome-ignore lint/correctness/noGlobalDirnameFilename: CommonJS has no other way.
  return { message: `${basename(__filename)}: ${context.payload.text}` };
};
module.exports.shout = (context) => ({ message: context.payload.text.toUpperCase() });
