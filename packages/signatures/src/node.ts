// Verifies with Node's cryptography, and requests of `node:http`: `@hookwright/signatures/node`.
export { createNodeCrypto } from "./node/create-node-crypto.ts";
export { verify } from "./node/verify-incoming.ts";
