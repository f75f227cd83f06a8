// What serves requests with an `auth`: `@hookwright/signatures/runtime`. It has families of proofs, and no vendors.
export type {
  AuthPlan,
  AuthProblem,
  AuthProblemCode,
  PlannedSecret,
  WrittenSecret,
} from "./auth-plan.ts";
export type {
  AuthFailureCode,
  AuthRequest,
  AuthResult,
  BodyFormat,
  CryptoPort,
  DeliveryFacts,
  DeliveryIdRule,
  HandshakeAnswer,
  HandshakeName,
  KeysPort,
  RouteAuth,
  RouteHandshake,
  SecretLocations,
  Verifier,
} from "./model.ts";
export { encodeBytes } from "./serving/bytes.ts";
export { describeAuthFailure } from "./serving/describe-auth-failure.ts";
export { createWebKeys } from "./serving/keys/web-keys.ts";
export type { AuthPorts, SecretUse } from "./serving/link/linking.ts";
export { type LinkAuthResult, linkAuth } from "./serving/link-auth.ts";
export { secretsOfPlan } from "./serving/secrets-of-plan.ts";
export { createWebCrypto } from "./serving/web-crypto.ts";
