// CommonJS by its ending, with named exports.
exports.transform = ({ payload }) => ({ message: `common.cjs: ${payload.text}` });
exports.version = "1.0.0";
