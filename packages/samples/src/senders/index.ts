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
export {
  type CapturedRequest,
  type CaptureFindings,
  checkCapture,
  completeCapture,
  parseHttpRequest,
  writeHttpRequest,
} from "./captured-request.ts";
export { HANDSHAKES, type Handshake, type HandshakeContext } from "./handshakes.ts";
export { type OwnEvent, writeOwnEvent } from "./own-event.ts";
export { createKey, publicKeyText, readPrivateKey, signWith } from "./private-key.ts";
export { SampleError } from "./sample-error.ts";
export { contextAt, SAMPLES, UNSENDABLE } from "./samples.ts";
export type { Tampering } from "./tamper.ts";
