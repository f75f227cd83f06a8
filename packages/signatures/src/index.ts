// What judges and signs requests of vendors, for tools and for tests: `@hookwright/signatures`.

export { explainCheck } from "./explain/explain-check.ts";
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
} from "./explain/explanation.ts";
export { createWebKeys } from "./keys/web-keys.ts";
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
  KeysAnswer,
  KeysPort,
  MessageScheme,
  Provider,
  PublicKeyAlgorithm,
  SignatureEncoding,
  SignaturePlace,
  SignatureScheme,
  SigningKey,
  TimestampRule,
  TokenPlace,
  VerifyingKey,
} from "./model.ts";
export { PROVIDERS } from "./providers/index.ts";
export type {
  SenderScheme,
  SignedRequest,
  SignOptions,
  SignResult,
} from "./sign-request.ts";
export { signRequest } from "./sign-request.ts";
export { createWebCrypto } from "./web-crypto.ts";
