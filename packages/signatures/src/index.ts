// Checks, signs and explains requests of vendors, for tools and tests: `@hookwright/signatures`.

export { explainCheck } from "./authoring/explain/explain-check.ts";
export type {
  CandidateTrace,
  CheckExplanation,
  Guess,
  GuessFix,
  HeaderTrace,
  IdTrace,
  OtherHeader,
  Sha1Trace,
  SignatureTrace,
  TimeTrace,
  TokenComparison,
  TokenTrace,
} from "./authoring/explain/explanation.ts";
export type {
  SenderScheme,
  SignedRequest,
  SignOptions,
  SignResult,
} from "./authoring/sign-request.ts";
export { signRequest } from "./authoring/sign-request.ts";
export type {
  AuthFailureCode,
  AuthRequest,
  AuthResult,
  BindingClaim,
  CryptoPort,
  HmacAlgorithm,
  JwtAlgorithm,
  JwtScheme,
  KeyForm,
  KeyLimit,
  KeysAnswer,
  KeysPort,
  MessageScheme,
  PublicKeyAlgorithm,
  SignatureEncoding,
  SignatureLocation,
  SignatureScheme,
  SigningKey,
  TimestampRule,
  TokenLocation,
  VerifyingKey,
} from "./model.ts";
export { createWebKeys } from "./serving/keys/web-keys.ts";
export { createWebCrypto } from "./serving/web-crypto.ts";
export { PROVIDERS } from "./vendors/generated/vendors.ts";
export type { Provider } from "./vendors/shared/vendor.ts";
