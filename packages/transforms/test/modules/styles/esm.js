// An ES module by its content, with `transform` for its name.
export async function transform(context) {
  return { message: `esm.js: ${context.payload.text}` };
}
