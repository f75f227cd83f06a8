// Verifies, signs and explains requests of vendors; one function for each vendor: `@hookwright/signatures`.

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
export { showToken } from "./authoring/show-token.ts";
export type {
  SenderScheme,
  SignedRequest,
  SignOptions,
  SignResult,
} from "./authoring/sign-request.ts";
export { signRequest } from "./authoring/sign-request.ts";
export type { AnyProvider } from "./door/any-provider.ts";
export {
  defineScheme,
  type PublicKeyDefinition,
  type SecretDefinition,
  type TokenDefinition,
} from "./door/define-scheme.ts";
export { explain, type RequestExplanation } from "./door/explain.ts";
export { handshake } from "./door/handshake.ts";
export type {
  AudienceOptions,
  BasicOptions,
  ClaimOptions,
  EmailOptions,
  PathOptions,
  PublicKeyOptions,
  SecretOptions,
  TokenOptions,
  TopicOptions,
  UrlOptions,
  VerifyTokenOptions,
} from "./door/options.ts";
export type { HeaderParts, RequestParts, UnreadCode, WebRequest } from "./door/read-request.ts";
export type { SenderParts, SenderPorts, WebhookSender } from "./door/sender.ts";
export { type SignedResult, type SignRequestOptions, sign } from "./door/sign.ts";
export {
  type VerifyFailureCode,
  type VerifyOptions,
  type VerifyResult,
  verify,
} from "./door/verify.ts";
export type {
  AuthFailureCode,
  AuthRequest,
  AuthResult,
  BindingClaim,
  CryptoPort,
  HandshakeAnswer,
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
// biome-ignore lint/performance/noReExportAll: a list here would make a vendor two files.
export * from "./vendors/generated/senders.ts";
export { PROVIDERS } from "./vendors/generated/vendors.ts";
export type { Provider } from "./vendors/shared/vendor.ts";
