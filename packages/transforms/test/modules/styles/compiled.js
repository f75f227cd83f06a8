// The output of a compiler for `export default`.
Object.defineProperty(exports, "__esModule", { value: true });
exports.default = ({ payload }) => ({ message: `compiled.js: ${payload.text}` });
