// The plan of JSON Web Tokens → the check of its requests.
import type { JwtPlan } from "../../auth-plan.ts";
import type { JwtAlgorithm, RouteAuth } from "../../model.ts";
import { decodeKey } from "../decode-key.ts";
import { pathOfUrl } from "../jwt/canonical-query.ts";
import { createJwtKey, createStaticKeys, type FindKeys, PUBLIC_KEYS } from "../jwt/jwt-keys.ts";
import { readsFields, verifyJwt } from "../jwt/verify-jwt.ts";
import { createJwksKeys } from "../keys/jwks-keys.ts";
import { needKeyService } from "./key-service.ts";
import {
  decodeKeys,
  type FamilyParts,
  type Linking,
  readSecrets,
  useKeys,
  withPublicQuery,
} from "./linking.ts";

/** Where the keys come from: what needs none that are published does not load how they are fetched. */
type LinkKeys = (plan: JwtPlan, linking: Linking) => FindKeys | undefined;

export function linkJwt(
  plan: JwtPlan,
  linking: Linking,
  linkKeys: LinkKeys,
): FamilyParts | undefined {
  const { scheme, leewaySeconds, publicUrl, baseUrl } = plan;
  const findKeys = linkKeys(plan, linking);
  if (findKeys === undefined) return undefined;
  const paths = {
    publicPath: publicUrl === undefined ? undefined : pathOfUrl(publicUrl),
    basePath: baseUrl === undefined ? "" : pathOfUrl(baseUrl).replace(/\/$/, ""),
  };
  const compiled = { scheme, leewaySeconds, findKeys, crypto: linking.ports.crypto, paths };
  const check: RouteAuth["check"] = (request) => verifyJwt(compiled, request);
  const bound = scheme.binds?.of;
  return {
    needsBody: bound === "body" || readsFields(scheme),
    check: bound === "query" ? check : withPublicQuery(check, publicUrl),
  };
}

/** The keys of the config, or those that the issuer publishes. */
export function linkAnyKeys(plan: JwtPlan, linking: Linking): FindKeys | undefined {
  return (plan.keys.from === "jwks" ? linkPublishedKeys : linkOwnKeys)(plan, linking);
}

export function linkPublishedKeys(
  { keys, scheme }: JwtPlan,
  linking: Linking,
): FindKeys | undefined {
  if (keys.from !== "jwks") return undefined;
  const service = needKeyService(linking);
  const { crypto } = linking.ports;
  const { algorithms, keyLimit } = scheme;
  const options = { crypto, algorithms, limitList: keyLimit?.list };
  return service && createJwksKeys(keys.url, { service, ...options });
}

export function linkOwnKeys({ keys, scheme }: JwtPlan, linking: Linking): FindKeys | undefined {
  if (keys.from !== "config") return undefined;
  const { crypto } = linking.ports;
  const [algorithm] = scheme.algorithms as readonly [JwtAlgorithm];
  const isSecret = algorithm === "HS256";
  const secrets = readSecrets(keys.secrets, isSecret ? "token" : "publicKey", linking);
  const form = {
    decode: decodeKey,
    form: keys.form,
    algorithm: isSecret ? "sha256" : PUBLIC_KEYS[algorithm],
  } as const;
  const decoded = decodeKeys(secrets, form, linking);
  return useKeys(linking, () =>
    createStaticKeys(decoded.map((key) => createJwtKey(algorithm, key, crypto))),
  );
}
