// The ways of signing that many vendors share → schemes, so that a vendor's row says only what is its own.
import type {
  HmacAlgorithm,
  KeyForm,
  SignatureEncoding,
  SignaturePlace,
  SignatureScheme,
  TimestampRule,
} from "../../model.ts";

interface BodyHmac extends Omit<SignaturePlace, "header"> {
  readonly algorithm?: HmacAlgorithm;
  readonly encoding?: SignatureEncoding;
  readonly key?: KeyForm;
}

/** The body alone, under a shared secret. */
export function bodyHmac(
  header: SignaturePlace["header"],
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
