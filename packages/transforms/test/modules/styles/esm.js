// An ES module by its content, with an export named `transform`.
export async function transform(context) {
  return { message: `esm.js: ${context.payload.text}` };
}
