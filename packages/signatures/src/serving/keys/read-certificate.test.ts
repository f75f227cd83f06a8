import { createPublicKey, X509Certificate } from "node:crypto";
import fc from "fast-check";
import { expect, test } from "vitest";
import {
  certificateDer,
  certificatePem,
  der,
  pemOf,
} from "../../../../core/test/auth/certificates.ts";
import { bytesOf } from "../../../../core/test/auth/requests.ts";
import { EC, RSA } from "../../../../core/test/auth/tokens.ts";
import { readCertificate } from "./read-certificate.ts";

const read = (text: string) => readCertificate(bytesOf(text));

test.each([
  ["of RSA", { key: RSA, dnsNames: ["a.example", "*.b.example"] }],
  ["of an elliptic curve", { key: EC, dnsNames: ["a.example"], usesGeneralizedTime: true }],
  ["of the first version", { key: RSA, isVersion1: true }],
])("readCertificate() reads what Node reads of a certificate %s", (_what, options) => {
  const pem = certificatePem({ commonName: "Name.Example", ...options });
  const expected = new X509Certificate(pem);
  const certificate = read(`Bag Attributes\n${pem}${certificatePem()}`);
  const spki = options.key.publicKey.export({ format: "der", type: "spki" });
  expect(Buffer.from(certificate?.publicKey ?? [])).toEqual(spki);
  expect(certificate?.notBefore).toBe(Date.parse(expected.validFrom));
  expect(certificate?.notAfter).toBe(Date.parse(expected.validTo));
  const alternatives = expected.subjectAltName?.replaceAll("DNS:", "").split(", ") ?? [];
  expect(certificate?.names).toEqual(["name.example", ...alternatives]);
});

test("readCertificate() reads years of the last century", () => {
  const notBefore = Date.UTC(1951, 0, 1);
  const notAfter = Date.UTC(2049, 11, 31);
  expect(read(certificatePem({ notBefore, notAfter }))).toMatchObject({ notBefore, notAfter });
});

test.each([
  ["nothing", ""],
  ["no block", certificatePem().replace(/-----END.*/, "")],
  ["a block of something else", certificatePem().replaceAll("CERTIFICATE", "PUBLIC KEY")],
  ["no base64", certificatePem().replace(/A/, "=")],
  ["half of it", pemOf(certificateDer().slice(0, 400))],
  ["a byte after it", pemOf(Uint8Array.from([...certificateDer(), 0]))],
  ["another element", pemOf(Uint8Array.from(der(0x31, [])))],
  ["an empty sequence", pemOf(Uint8Array.from(der(0x30, [])))],
  [
    "a sequence of empty sequences",
    pemOf(Uint8Array.from(der(0x30, der(0x30), der(0x30), der(0x30)))),
  ],
  [
    "a date that is none",
    pemOf(Uint8Array.from(replaced(certificateDer(), /\x17\x0d\d{4}/, "\x17\x0d9999"))),
  ],
  ["a date with letters", pemOf(replaced(certificateDer(), /\x17\x0d\d{4}/, "\x17\x0dabcd"))],
  ["a fourth part", pemOf(Uint8Array.from(der(0x30, der(0x30), [5, 0], [5, 0], [5, 0])))],
  [
    "a date of another kind",
    pemOf(Uint8Array.from(replaced(certificateDer(), /\x17\x0d/, "\x16\x0d"))),
  ],
])("readCertificate() refuses %s", (_what, pem) => {
  expect(read(pem)).toBeUndefined();
});

function replaced(bytes: Uint8Array, pattern: RegExp, by: string): Uint8Array {
  return Buffer.from(Buffer.from(bytes).toString("latin1").replace(pattern, by), "latin1");
}

test("readCertificate() never throws, and finds no other name or date in a changed certificate than Node does", () => {
  const right = certificateDer({ dnsNames: ["a.example"] });
  const change = fc.tuple(fc.nat(right.length - 1), fc.integer({ min: 0, max: 255 }));
  const cut = fc.nat(right.length);
  fc.assert(
    fc.property(
      fc.array(change, { minLength: 1, maxLength: 4 }),
      fc.option(cut),
      (changes, end) => {
        const bytes = right.slice(0, end ?? right.length);
        for (const [at, byte] of changes) if (at < bytes.length) bytes[at] = byte;
        const certificate = readCertificate(bytesOf(pemOf(bytes)));
        const expected = nodeCertificate(pemOf(bytes));
        // What Node does not take, nothing verifies: its key goes through the crypto port.
        if (certificate === undefined || expected === undefined) return;
        // Node writes the key anew, without what it skips while it reads.
        const read = keyOf(new Uint8Array(certificate.publicKey));
        if (read !== undefined) expect(read).toEqual(expected.publicKey);
      },
    ),
  );
});

/** Undefined if Node takes no such key: nothing is verified with it. */
function keyOf(spki: Uint8Array): Buffer | undefined {
  try {
    const key = createPublicKey({ key: Buffer.from(spki), format: "der", type: "spki" });
    return key.export({ format: "der", type: "spki" });
  } catch {
    return undefined;
  }
}

function nodeCertificate(pem: string): { readonly publicKey: Buffer } | undefined {
  try {
    const { publicKey } = new X509Certificate(pem);
    return { publicKey: publicKey.export({ format: "der", type: "spki" }) };
  } catch {
    return undefined;
  }
}

test("readCertificate() never throws", () => {
  const blocks = fc.uint8Array({ maxLength: 200 }).map(pemOf);
  fc.assert(
    fc.property(fc.oneof(fc.string(), blocks), (text) => {
      expect(() => read(text)).not.toThrow();
    }),
  );
  expect(readCertificate(Uint8Array.of(0xff))).toBeUndefined();
});
