// Certificates in PEM, for tests. Node reads them, and makes none: a writer of the little DER that they have.
import { generateKeyPairSync, type KeyObject, sign } from "node:crypto";
import { NOW } from "./requests.ts";

export type Bytes = readonly number[];

export function der(tag: number, ...contents: readonly Bytes[]): Bytes {
  const content = contents.flat();
  const { length } = content;
  if (length < 0x80) return [tag, length, ...content];
  const bytes = length < 0x100 ? [length] : [length >> 8, length & 0xff];
  return [tag, 0x80 + bytes.length, ...bytes, ...content];
}

const text = (tag: number, value: string) => der(tag, [...Buffer.from(value)]);
const hex = (value: string) => [...Buffer.from(value, "hex")];
const oid = (value: string) => der(0x06, hex(value));

export interface CertificateOptions {
  readonly key?: { readonly privateKey: KeyObject; readonly publicKey: KeyObject };
  readonly commonName?: string;
  readonly dnsNames?: readonly string[];
  /** Milliseconds since the epoch. */
  readonly notBefore?: number;
  readonly notAfter?: number;
  /** Without the field of the version, there are no extensions. */
  readonly isVersion1?: boolean;
  readonly usesGeneralizedTime?: boolean;
}

const DAY = 86_400_000;

const SHARED = generateKeyPairSync("rsa", { modulusLength: 2048 });

export function certificateDer(options: CertificateOptions = {}): Uint8Array {
  const { key = SHARED, commonName = "sns.amazonaws.com", dnsNames = [], isVersion1 } = options;
  const { notBefore = NOW - DAY, notAfter = NOW + DAY } = options;
  const algorithm = der(0x30, oid("2a864886f70d01010b"), [5, 0]);
  const name = der(
    0x30,
    der(0x31, der(0x30, oid("550406"), text(0x13, "US"))),
    der(0x31, der(0x30, oid("550403"), text(0x0c, commonName))),
  );
  const time = (ms: number) => {
    const digits = new Date(ms).toISOString().replace(/\.\d+|[-:T]/g, "");
    return options.usesGeneralizedTime ? text(0x18, digits) : text(0x17, digits.slice(2));
  };
  const names = dnsNames.map((dnsName) => text(0x82, dnsName));
  const extensions = der(
    0x30,
    der(0x30, oid("551d13"), der(0x01, [0xff]), der(0x04, der(0x30))),
    der(0x30, oid("551d11"), der(0x04, der(0x30, ...names))),
  );
  const signed = der(
    0x30,
    ...(isVersion1 ? [] : [der(0xa0, der(0x02, [2]))]),
    der(0x02, [1]),
    algorithm,
    name,
    der(0x30, time(notBefore), time(notAfter)),
    name,
    [...key.publicKey.export({ format: "der", type: "spki" })],
    ...(isVersion1 ? [] : [der(0xa3, extensions)]),
  );
  const signature = sign("sha256", Uint8Array.from(signed), key.privateKey);
  return Uint8Array.from(der(0x30, signed, algorithm, der(0x03, [0], [...signature])));
}

export function pemOf(bytes: Uint8Array): string {
  const lines =
    Buffer.from(bytes)
      .toString("base64")
      .match(/.{1,64}/g) ?? [];
  return `-----BEGIN CERTIFICATE-----\n${lines.join("\n")}\n-----END CERTIFICATE-----\n`;
}

export function certificatePem(options?: CertificateOptions): string {
  return pemOf(certificateDer(options));
}
