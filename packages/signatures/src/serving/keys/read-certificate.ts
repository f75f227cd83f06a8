// A certificate in PEM → its public key, names and dates; undefined if it is not exactly that.
import { decodeUtf8 } from "../build-signed.ts";
import { decodeBytes } from "../bytes.ts";
import {
  bytesOf,
  type DerElement,
  hexOf,
  readChildren,
  readElement,
  TAGS,
  textOf,
} from "./spki.ts";

/**
 * Who has issued it is not checked: it was fetched over HTTPS from a host that the code names, and that
 * host decides what it serves.
 */
export interface Certificate {
  /** SPKI in DER. */
  readonly publicKey: Uint8Array;
  /** The common name and the DNS names, in lower case. */
  readonly names: readonly string[];
  /** Milliseconds since the epoch. */
  readonly notBefore: number;
  readonly notAfter: number;
}

const PEM = /-----BEGIN CERTIFICATE-----([A-Za-z\d+/=\s]+)-----END CERTIFICATE-----/;

/** The first of the file; never throws. */
export function readCertificate(pem: Uint8Array): Certificate | undefined {
  const [, base64] = PEM.exec(decodeUtf8(pem) ?? "") ?? [];
  const der = base64 && decodeBytes(base64.replace(/\s+/g, ""), "base64");
  return der ? readDer(der) : undefined;
}

/** `[0]` in front of the fields: the version, which the first of three does not have. */
const VERSION = 0xa0;
const EXTENSIONS = 0xa3;

/** RFC 5280: serial, algorithm, issuer, validity, subject, key; and then what is optional. */
function readDer(der: Uint8Array): Certificate | undefined {
  const outer = readElement(der, 0);
  if (outer?.tag !== TAGS.sequence || outer.end !== der.length) return undefined;
  const [signed, , , ...tooMuch] = childrenOf(der, outer);
  if (signed?.tag !== TAGS.sequence || tooMuch.length > 0) return undefined;
  const fields = childrenOf(der, signed);
  const [, , , validity, subject, key, ...optional] =
    fields[0]?.tag === VERSION ? fields.slice(1) : fields;
  if (validity === undefined || subject === undefined || key?.tag !== TAGS.sequence) {
    return undefined;
  }
  const [notBefore, notAfter] = childrenOf(der, validity).map((time) => readTime(der, time));
  if (notBefore === undefined || notAfter === undefined) return undefined;
  const extensions = optional.find(({ tag }) => tag === EXTENSIONS);
  const written = [...readCommonNames(der, subject), ...readDnsNames(der, extensions)];
  const names = written.map((name) => name.toLowerCase());
  return { publicKey: bytesOf(der, key), names, notBefore, notAfter };
}

const UTC = /^(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)Z$/;
const GENERALIZED = /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)Z$/;

function readTime(der: Uint8Array, element: DerElement): number | undefined {
  const isUtc = element.tag === TAGS.utcTime;
  if (!isUtc && element.tag !== TAGS.generalizedTime) return undefined;
  const parts = (isUtc ? UTC : GENERALIZED).exec(textOf(der, element));
  if (parts === null) return undefined;
  const [, year, month, day, hour, minute, second] = parts as unknown as readonly string[];
  const time = Date.parse(
    `${fullYear(year as string)}-${month}-${day}T${hour}:${minute}:${second}Z`,
  );
  return Number.isNaN(time) ? undefined : time;
}

/** Two digits are of the years 1950 to 2049. */
function fullYear(year: string): string {
  if (year.length !== 2) return year;
  return Number(year) < 50 ? `20${year}` : `19${year}`;
}

const COMMON_NAME = "550403";

/** A sequence of sets of pairs: object identifier and text. */
function readCommonNames(der: Uint8Array, subject: DerElement): readonly string[] {
  const pairs = childrenOf(der, subject).flatMap((set) => childrenOf(der, set));
  return pairs.flatMap((pair) => {
    const [id, value] = childrenOf(der, pair);
    const isName = id !== undefined && value !== undefined && hexOf(der, id) === COMMON_NAME;
    return isName ? [textOf(der, value)] : [];
  });
}

const ALTERNATIVE_NAMES = "551d11";
const DNS_NAME = 0x82;

/** A list of object identifiers, each with what it says as DER in an octet string. */
function readDnsNames(der: Uint8Array, extensions: DerElement | undefined): readonly string[] {
  const [list] = childrenOf(der, extensions);
  return childrenOf(der, list).flatMap((extension) => {
    const [id, ...rest] = childrenOf(der, extension);
    const value = rest.at(-1);
    const isList = id !== undefined && value?.tag === TAGS.octetString;
    if (!isList || hexOf(der, id) !== ALTERNATIVE_NAMES) return [];
    const names = readElement(der, value.contentStart, value.end);
    const dnsNames = childrenOf(der, names).filter(({ tag }) => tag === DNS_NAME);
    return dnsNames.map((name) => textOf(der, name));
  });
}

/** Empty for a value that is not a list. */
function childrenOf(der: Uint8Array, element: DerElement | undefined): readonly DerElement[] {
  return (element && readChildren(der, element)) ?? [];
}
