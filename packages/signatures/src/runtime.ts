// What serves requests with an `auth`: `@hookwright/signatures/runtime`. It knows families of proofs, and no vendor.

export type {
  AuthFailureCode,
  AuthRequest,
  AuthResult,
  BodyFormat,
  DeliveryFacts,
  DeliveryIdRule,
  HandshakeAnswer,
  HandshakeName,
  RouteAuth,
  RouteHandshake,
  SecretPlaces,
  Verifier,
} from "./model.ts";
export { parseSigned, type SignedPart, unsignedTarget } from "./serving/build-signed.ts";
export { encodeBytes } from "./serving/bytes.ts";
export { compileScheme, type SchemeKeys } from "./serving/compile-scheme.ts";
export { type DecodedKey, decodeKey, encodeText } from "./serving/decode-key.ts";
export {
  createEcho,
  createHandshake,
  type EchoRule,
  signsForAnybody,
} from "./serving/handshakes/create-handshake.ts";
export { pathOfUrl } from "./serving/jwt/canonical-query.ts";
export {
  createJwtKey,
  createStaticKeys,
  type FindKeys,
  PUBLIC_KEYS,
} from "./serving/jwt/jwt-keys.ts";
export { type CompiledJwt, verifyJwt } from "./serving/jwt/verify-jwt.ts";
export { createCertificateKeys } from "./serving/keys/certificate-keys.ts";
export type { KeyService } from "./serving/keys/document-cache.ts";
export { createJwksKeys } from "./serving/keys/jwks-keys.ts";
export {
  createSnsHandshake,
  SNS_CERTIFICATE_NAME,
  SNS_TOPIC,
  verifySns,
} from "./serving/message/sns.ts";
export { verifyAdyen } from "./serving/message/verify-adyen.ts";
export { verifyMailgun } from "./serving/message/verify-mailgun.ts";
export { runVerifier, verifyAlternatives } from "./serving/verify-alternatives.ts";
export type { CompiledScheme } from "./serving/verify-signature.ts";
export { type CompiledTokenPlace, compileTokenPlace, verifyToken } from "./serving/verify-token.ts";
export { createWebCrypto } from "./serving/web-crypto.ts";
