// What many vendors do alike → schemes and rows, so that a vendor's file has only what is its own.
import type {
  HmacAlgorithm,
  JwtScheme,
  KeyForm,
  SignatureEncoding,
  SignatureLocation,
  SignatureScheme,
  TimestampRule,
} from "../../model.ts";
import type { Provider } from "./vendor.ts";

interface BodyHmac extends Omit<SignatureLocation, "header"> {
  readonly algorithm?: HmacAlgorithm;
  readonly encoding?: SignatureEncoding;
  readonly key?: KeyForm;
}

/** Signs only the body, with a shared secret. */
export function bodyHmac(
  header: SignatureLocation["header"],
  options: BodyHmac = {},
): SignatureScheme {
  const { algorithm = "sha256", encoding = "hex", key = "utf8", ...place } = options;
  const signature = { header, ...place };
  return { scheme: "hmac", algorithm, key, signature, encoding, signed: "{body}" };
}

type TimedHmac = Pick<SignatureScheme, "signature" | "signed"> & {
  readonly timestamp: Omit<TimestampRule, "toleranceSeconds"> & {
    readonly toleranceSeconds?: number;
  };
} & Partial<Pick<SignatureScheme, "encoding" | "id">>;

/** Signs a time stamp, too, so that an old request cannot be sent again. */
export function timedHmac({ encoding = "hex", timestamp, ...rest }: TimedHmac): SignatureScheme {
  return {
    scheme: "hmac",
    algorithm: "sha256",
    key: "utf8",
    encoding,
    timestamp: { toleranceSeconds: 300, ...timestamp },
    ...rest,
  };
}

/** `t=…,v1=…` in one header, over the time and the body. */
export function pairs(
  header: string,
  options: Partial<TimedHmac> & { readonly key?: string } = {},
): SignatureScheme {
  const { key = "v1", ...rest } = options;
  return timedHmac({
    signature: { header, pairs: { separator: ",", key } },
    signed: "{timestamp}.{body}",
    timestamp: { pair: "t", unit: "s" },
    ...rest,
  });
}

/** `v0=…` over `v0:time:body`, with the time in a header of its own. */
export function versioned(
  header: string,
  timeHeader: string,
  unit: TimestampRule["unit"] = "s",
): SignatureScheme {
  return timedHmac({
    signature: { header, prefix: "v0=" },
    signed: "v0:{timestamp}:{body}",
    timestamp: { header: timeHeader, unit },
  });
}

/** How Standard Webhooks signs with a shared secret. An id has no full stop, so that its end is known. */
export function standardScheme(
  prefix: "webhook" | "svix",
  key: "whsec" | "utf8" = "whsec",
): SignatureScheme {
  return {
    scheme: "hmac",
    algorithm: "sha256",
    key,
    signature: { header: `${prefix}-signature`, tagged: "v1" },
    encoding: "base64",
    signed: "{id}.{timestamp}.{body}",
    timestamp: { header: `${prefix}-timestamp`, unit: "s", toleranceSeconds: 300 },
    id: { header: `${prefix}-id` },
  };
}

/** Svix, and vendors that send by it: its own names of headers, or those of the standard. */
export const SVIX: readonly SignatureScheme[] = [standardScheme("svix"), standardScheme("webhook")];

/** A vendor that signs as the Standard Webhooks specification says; `rest` replaces what differs. */
export function standardWebhooks(id: string, name: string, rest: Partial<Provider> = {}): Provider {
  return {
    id,
    name,
    signatures: [standardScheme("webhook")],
    delivery: {
      // A day more than most of them try.
      ttlSeconds: 345_600,
      retries:
        "Waits 15 to 30 s; tries again for about three days after any answer that is not 2xx; 410 disables the hook.",
      on4xx: "repeats",
    },
    ...rest,
  };
}

/** A JSON Web Token with a shared secret, in `Authorization` after `prefix`. */
export function secretToken(prefix: string, rest: Partial<JwtScheme> = {}): JwtScheme {
  return {
    scheme: "jwt",
    algorithms: ["HS256"],
    header: "authorization",
    prefix,
    issuers: [],
    audiences: [],
    claims: {},
    ...rest,
  };
}
