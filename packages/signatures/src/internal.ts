// What packages of the same version import of the signatures. No promise to anybody else.
export { parseSigned, type SignedPart, unsignedTarget } from "./build-signed.ts";
export { encodeBytes } from "./bytes.ts";
export { compileScheme, type SchemeKeys } from "./compile-scheme.ts";
export { type DecodedKey, decodeKey, encodeText } from "./decode-key.ts";
export {
  createEcho,
  createHandshake,
  type EchoRule,
  signsForAnybody,
} from "./handshakes/create-handshake.ts";
export { pathOfUrl } from "./jwt/canonical-query.ts";
export { createJwtKey, createStaticKeys, type FindKeys, PUBLIC_KEYS } from "./jwt/jwt-keys.ts";
export { type CompiledJwt, verifyJwt } from "./jwt/verify-jwt.ts";
export { createCertificateKeys } from "./keys/certificate-keys.ts";
export type { KeyService } from "./keys/document-cache.ts";
export { createJwksKeys } from "./keys/jwks-keys.ts";
export { createSnsHandshake, SNS_CERTIFICATE_NAME, SNS_TOPIC, verifySns } from "./message/sns.ts";
export { verifyAdyen } from "./message/verify-adyen.ts";
export { verifyMailgun } from "./message/verify-mailgun.ts";
export type {
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
export { PROVIDERS } from "./providers/index.ts";
export { runVerifier, verifyAlternatives } from "./verify-alternatives.ts";
export type { CompiledScheme } from "./verify-signature.ts";
export { type CompiledTokenPlace, compileTokenPlace, verifyToken } from "./verify-token.ts";
export { createWebCrypto } from "./web-crypto.ts";
