// What the packages of this workspace share: paths, texts, JSON, headers, networks, names, and what a runtime gives.
export {
  type DecodedText,
  decodeCharset,
  decodeText,
  hasUtf8Mark,
  isKnownCharset,
} from "./charset.ts";
export { type ConfigPath, configPathToText } from "./config-path.ts";
export { createOnce } from "./create-once.ts";
export { describeArity } from "./describe-arity.ts";
export { describeError } from "./describe-error.ts";
export { findHeaderMistake } from "./find-header-mistake.ts";
export { hasZlibHeader } from "./has-zlib-header.ts";
export { isNested } from "./is-nested.ts";
export { lazily } from "./lazily.ts";
export { isBeyondDouble, isUnsafeNumber } from "./long-integers.ts";
export { findNearestName, hintNearestName } from "./nearest-name.ts";
export { canonicalAddress, groupsOf, networkOf } from "./network/address.ts";
export {
  createNetworkList,
  isEverything,
  type Network,
  parseNetwork,
} from "./network/network-list.ts";
export { canonicalHost, parseOrigin } from "./network/origin.ts";
export { type ParseJsonResult, parseJson } from "./parse-json.ts";
export { type FormFields, parseForm, parseQuery, queryOf, splitForm } from "./parse-query.ts";
export {
  BRACKET_STEP,
  hasOwnKey,
  type Key,
  keyFromText,
  keysFromPath,
  locatePayload,
  parsePath,
  pathFromSteps,
  quoteNestedBrackets,
  readKey,
  readOwn,
  readPath,
  readPayload,
  unquote,
} from "./path.ts";
export {
  type HeaderSource,
  lowerHeaderNames,
  readHeader,
  readHeaderOf,
  readParameter,
} from "./read-header.ts";
export type { HeaderRecord, QueryRecord } from "./records.ts";
export {
  type Clock,
  callListener,
  isPromiseLike,
  mapPromise,
  type PromiseOrValue,
  type RandomId,
  runtimeDecompressionStream,
  runtimeRandomId,
  runtimeSubtle,
  runtimeTimer,
  type Timer,
} from "./runtime.ts";
export { type Part, splitMultipart } from "./split-multipart.ts";
export {
  hasInvisibleCharacters,
  isBlank,
  isKey,
  MAX_KEY_CHARACTERS,
  oneLine,
  stripOuterSlashes,
} from "./text.ts";
export { anyTokenMatches, tokenMatches } from "./token-matches.ts";
export {
  errorText,
  isRecord,
  jsonFromText,
  readListMember,
  readMember,
  readTextMember,
} from "./values.ts";
export { logLine, visibleJson, visibleLine, visibleText, visibleValue } from "./visible-text.ts";
export { wrapWords } from "./wrap-words.ts";
