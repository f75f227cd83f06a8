// Sample requests of vendors, signed as the vendors sign: what @hookwright/samples/senders lets through.
export {
  type BuiltRequest,
  buildSample,
  contentTypeOf,
  type Proof,
  proveRequest,
  type SigningOptions,
  type UnsignedRequest,
} from "./build-sample.ts";
export { writeHttpRequest } from "./http-request-text.ts";
export { createKey, publicKeyText, readPrivateKey, signWith } from "./private-key.ts";
export { contextAt, type Sample } from "./sample.ts";
export { SampleError } from "./sample-error.ts";
export { SAMPLES } from "./samples.ts";
export type { Tampering } from "./tamper.ts";
export { UNSENDABLE, type Unsendable } from "./unsendable.ts";
