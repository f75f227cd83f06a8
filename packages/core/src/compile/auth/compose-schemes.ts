// A provider's rows with what the config writes over them, or the scheme that it describes itself → the
// schemes that a request may be signed by.
import type {
  Provider,
  SignaturePlace,
  SignatureScheme,
  TimestampRule,
} from "@hookwright/signatures";
import type { AuthInput } from "../../config/index.ts";
import type { WrittenAuth } from "./auth-context.ts";
import { checkScheme } from "./check-scheme.ts";

/** Undefined where something is wrong, which is reported. */
export function composeSchemes(
  auth: WrittenAuth,
  kind: SignatureScheme["scheme"],
  provider: Provider | undefined,
): readonly SignatureScheme[] | undefined {
  const rows = provider?.signatures?.filter(({ scheme }) => scheme === kind);
  const bases = rows ?? [CUSTOM[kind]];
  const schemes = bases.map((base) => overlay(base, auth.input));
  return schemes.every((scheme) => checkScheme(auth, scheme)) ? schemes : undefined;
}

/** What a scheme of the operator's own starts from. */
const CUSTOM: Readonly<Record<SignatureScheme["scheme"], SignatureScheme>> = {
  hmac: {
    scheme: "hmac",
    algorithm: "sha256",
    key: "utf8",
    signature: { header: [] },
    encoding: "hex",
    signed: "{body}",
  },
  publicKey: {
    scheme: "publicKey",
    algorithm: "ed25519",
    key: "spki",
    signature: { header: [] },
    encoding: "base64",
    signed: "{body}",
  },
};

const TOLERANCE_SECONDS = 300;

/** Field by field: what is not written stays as the row has it. */
function overlay(base: SignatureScheme, input: AuthInput): SignatureScheme {
  const timestamp = overlayTimestamp(base.timestamp, input);
  const id = input.id ?? base.id;
  return {
    scheme: base.scheme,
    // That of a token is refused by checkScheme.
    algorithm: (input.algorithm as SignatureScheme["algorithm"] | undefined) ?? base.algorithm,
    key: input.key ?? base.key,
    signature: overlaySignature(base.signature, input.signature),
    encoding: input.encoding ?? base.encoding,
    signed: input.signed ?? base.signed,
    ...(timestamp !== undefined && { timestamp }),
    ...(id !== undefined && { id: lowerHeader(id) }),
    ...(base.bodyHash !== undefined && { bodyHash: base.bodyHash }),
  };
}

function overlaySignature(
  base: SignaturePlace,
  written: AuthInput["signature"] = {},
): SignaturePlace {
  const { header, list, all, ...rest } = written;
  const places = { ...base, ...withoutAbsent(rest) } as SignaturePlace;
  return {
    ...places,
    header: header === undefined ? places.header : lowerCase(header),
    ...(list === true && { list }),
    ...(all === true && { all }),
  };
}

function overlayTimestamp(
  base: TimestampRule | undefined,
  { timestamp: written, toleranceSeconds }: AuthInput,
): TimestampRule | undefined {
  if (base === undefined && written === undefined) return undefined;
  const { header, pair, json, unit, toleranceSeconds: own } = written ?? {};
  const place = [header, pair, json].some((one) => one !== undefined)
    ? withoutAbsent({ header: header?.toLowerCase(), pair, json })
    : withoutAbsent({ header: base?.header, pair: base?.pair, json: base?.json });
  return {
    ...place,
    unit: unit ?? base?.unit ?? "s",
    ...(base?.withoutZone && { withoutZone: true as const }),
    toleranceSeconds: toleranceSeconds ?? own ?? base?.toleranceSeconds ?? TOLERANCE_SECONDS,
  };
}

function withoutAbsent<Fields extends object>(fields: Fields): Partial<Fields> {
  const present = Object.entries(fields).filter(([, value]) => value !== undefined);
  return Object.fromEntries(present) as Partial<Fields>;
}

function lowerHeader({ header, json }: NonNullable<AuthInput["id"]>) {
  return {
    ...(header !== undefined && { header: header.toLowerCase() }),
    ...(json !== undefined && { json }),
  };
}

function lowerCase(header: string | readonly string[]): string | readonly string[] {
  return typeof header === "string" ? header.toLowerCase() : header.map((one) => one.toLowerCase());
}
