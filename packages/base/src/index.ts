// Helpers that the packages of this workspace share: paths, texts, JSON, headers, networks, names, runtime ports.
export { PatchError, removeValue, setValue } from "./change-value.ts";
export {
  type DecodedText,
  decodeCharset,
  decodeText,
  hasUtf8Mark,
  isKnownCharset,
} from "./charset.ts";
export { type ConfigPath, configPathToText } from "./config-path.ts";
export { hasZlibHeader } from "./has-zlib-header.ts";
export { findNearestName, hintNearestName } from "./nearest-name.ts";
export { canonicalAddress, groupsOf, networkOf } from "./network/address.ts";
export {
  createNetworkList,
  isEverything,
  type Network,
  parseNetwork,
} from "./network/network-list.ts";
export { canonicalHost, parseOrigin } from "./network/origin.ts";
export { isBeyondDouble, isUnsafeNumber, type ParseJsonResult, parseJson } from "./parse-json.ts";
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
  findHeaderMistake,
  type HeaderSource,
  lowerHeaderNames,
  readHeader,
  readHeaderOf,
  readParameter,
} from "./read-header.ts";
export {
  type Clock,
  callListener,
  createOnce,
  isPromiseLike,
  lazily,
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
  describeArity,
  describeError,
  hasInvisibleCharacters,
  isBlank,
  isKey,
  MAX_KEY_CHARACTERS,
  oneLine,
  stripOuterSlashes,
  wrapWords,
} from "./text.ts";
export { anyTokenMatches, tokenMatches } from "./token-matches.ts";
export type { HeaderRecord, QueryRecord } from "./values.ts";
export {
  errorText,
  isNested,
  isRecord,
  jsonFromText,
  readListMember,
  readMember,
  readTextMember,
} from "./values.ts";
export { logLine, visibleJson, visibleLine, visibleText, visibleValue } from "./visible-text.ts";
