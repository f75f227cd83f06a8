// An ES module by its ending.
export default ({ payload }) => ({ message: `esm.mjs: ${payload.text}` });
