// @ts-check
// Edits of the engine that checks signatures, one at a time → whether a test of packages/signatures fails.
//
// Each edit is a mistake that would accept or refuse wrong requests. `node tools/mutants/mutate-signatures.mjs` takes
// ten minutes and changes files of the working tree while it runs; words choose files: `… jwt bytes`.
import { execFileSync, spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../..", import.meta.url));
const FOLDER = "packages/signatures/src/serving/";

/** By file: what is replaced, which is there once, and by what. @type {Readonly<Record<string, readonly (readonly [from: string, to: string])[]>>} */
const MUTANTS = {
  "verify-signature.ts": [
    [
      "if (!read.ok) return { code: read.code };\n  const signatures",
      "if (!read.ok) return { parts: [], signatures: [], id: undefined };\n  const signatures",
    ],
    ['if (signatures.length === 0) return { code: "signature_malformed" };', ""],
    ["if (time.code !== undefined) return { code: time.code };", ""],
    ["if (id.code !== undefined) return { code: id.code };", ""],
    [
      'if (parts === undefined) return { code: "signed_part_missing" };',
      "if (parts === undefined) return { parts: [], signatures, id: id.text };",
    ],
    ["signatureBytes === undefined || bytes.length === signatureBytes", "true"],
    ["if (sent === undefined) return isForm(headers);", "if (sent === undefined) return true;"],
    [
      "if (bytes === undefined) return false;\n  return mapPromise(crypto.sha256",
      "if (bytes === undefined) return true;\n  return mapPromise(crypto.sha256",
    ],
    ["(hash) => bytesMatch(bytes, hash)", "() => true"],
    ["const ID = /^[\\w-]{1,256}$/;", "const ID = /^[\\w.-]{1,256}$/;"],
    ["const ID = /^[\\w-]{1,256}$/;", "const ID = /^[\\w-]{1,256}/;"],
    ["if (code !== undefined) return { ok: false, code };\n  }\n  return {", "}\n  return {"],
    [
      "const target = (isSigned ? signedTarget : unsignedTarget)",
      "const target = (isSigned ? unsignedTarget : signedTarget)",
    ],
    ["...(sent.id !== undefined && { signedId: sent.id }),", ""],
    ["signed: sent.parts,", "signed: [],"],
  ],
  "match-keys.ts": [
    ["found.indexOf(true)", "found.lastIndexOf(true)"],
    [
      "bytesMatch(signature, expected) || found, false",
      "bytesMatch(signature, expected) || found, true",
    ],
    ["(found) => found.includes(true)", "(found) => !found.includes(false)"],
    ["bytesMatch(signature, expected) || found", "bytesMatch(signature, expected)"],
  ],
  "bytes.ts": [
    ["let difference = left.length ^ right.length;", "let difference = 0;"],
    ["difference |= ", "difference = "],
    ["if (text.length % 2 === 1) return undefined;", ""],
    ["if (high === -1 || low === -1) return undefined;", ""],
    [
      "if (!BASE64.test(text) || hasLeftoverBits(text)) return undefined;",
      "if (!BASE64.test(text)) return undefined;",
    ],
    ['if (/[+/]/.test(text)) return "!";', ""],
    ["const unused = padding === 2 ? 0b1111 : 0b11;", "const unused = 0b11;"],
  ],
  "check-timestamp.ts": [
    [
      'if (text === undefined) return "timestamp_missing";',
      "if (text === undefined) return undefined;",
    ],
    ['if (ageSeconds > rule.toleranceSeconds) return "timestamp_too_old";', ""],
    ["ageSeconds > rule.toleranceSeconds", "ageSeconds >= rule.toleranceSeconds"],
    ["ageSeconds < -rule.toleranceSeconds", "ageSeconds <= -rule.toleranceSeconds"],
    [
      'return ageSeconds < -rule.toleranceSeconds ? "timestamp_in_future" : undefined;',
      "return undefined;",
    ],
    ["const DIGITS = /^\\d{1,15}$/;", "const DIGITS = /^\\d{1,15}/;"],
    ['unit === "s" ? Number(text) * 1000 : Number(text)', "Number(text) * 1000"],
    ['withoutZone ? "Z" : undefined', '"Z"'],
    ["${fraction.slice(0, 4)}", ""],
  ],
  "read-signatures.ts": [
    ["if (Array.isArray(values) && values.length > 1)", "if (false)"],
    ["const MAX_CANDIDATES = 16;", "const MAX_CANDIDATES = 17;"],
    [".filter((text) => text.startsWith(prefix))\n", ""],
    ["if (equals === -1) return undefined;", "if (equals === -1) continue;"],
    ["else if (pairs.has(name)) return undefined;", ""],
    ["if ((pairs.get(name) ?? text) !== text) return undefined;", ""],
    ['key === "*" || name === key', 'key === "*" || name.startsWith(key[0] as string)'],
    [
      "const takesAll = place.numbered !== undefined || place.all === true;",
      "const takesAll = true;",
    ],
    ["item.startsWith(tag) ? ", 'item.includes(",") ? '],
  ],
  "build-signed.ts": [
    [
      "if (value === undefined) return undefined;\n    built.push(value);",
      "if (value === undefined) continue;\n    built.push(value);",
    ],
    [
      'return own.split("&").every((pair) => sent.includes(pair)) ? target : withQuery(target, own);',
      "return target;",
    ],
    [
      "return own === undefined ? target : withQuery(target, own);\n}\n\nfunction ownQuery",
      "return target;\n}\n\nfunction ownQuery",
    ],
    ["return `${publicUrl.slice(0, at)}?${query}`;", "return publicUrl;"],
    [
      'new TextDecoder("utf-8", { fatal: true })',
      'new TextDecoder("utf-8", { fatal: false as true })',
    ],
    ["[...set].sort()", "[...set]"],
    ["one < other ? -1 : 1", "one < other ? 1 : -1"],
    ["else known.add(value);", ""],
    ['if (!isForm(headers)) return "";', ""],
  ],
  "verify-token.ts": [
    ['if (sent.length === 0) return { ok: false, code: "token_missing" };', ""],
    ["tokenMatches(text, token) && right, true", "tokenMatches(text, token) || right, false"],
    ['text === undefined || text === "" ? [] : [text]', "text === undefined ? [] : [text]"],
    [
      "return hasPrefix ? present(value.slice(prefix.length).trim()) : [];",
      "return present(value.slice(prefix.length).trim());",
    ],
    [
      'textOf(readPath(element, path)) ?? "")',
      'textOf(readPath(element, path)) ?? "").filter(Boolean)',
    ],
    ["isRight && found === -1 ? at : found", "isRight ? at : found"],
  ],
  "verify-alternatives.ts": [
    [
      "return answer === true ? { ok: true, keyIndex: 0 } : REFUSED;",
      "return answer ? { ok: true, keyIndex: 0 } : REFUSED;",
    ],
    ["result.then(resultOf, () => REFUSED)", "result.then(resultOf)"],
  ],
  "decode-key.ts": [
    ["isKey && !isWeakPoint(bytes, algorithm) ? ", "isKey ? "],
    ["bytes.length !== 32 || isWeakPoint(bytes, algorithm)", "bytes.length !== 32"],
    ["y[31] = (y[31] as number) & 0x7f;", ""],
    ["const isKey = isOfAlgorithm(bytes, algorithm);", "const isKey = true;"],
    [
      "bytes === undefined || bytes.length === 0\n    ? { ok: false, expected: EXPECTED_SECRET",
      "bytes === undefined\n    ? { ok: false, expected: EXPECTED_SECRET",
    ],
    ['text.replace(/^(?:v1,)?whsec_/, "")', 'text.replace(/^whsec_/, "")'],
  ],
  "web-crypto.ts": [
    ['if (bytes.length === 0) throw new RangeError("The HMAC key is empty.");', ""],
    ["der[1] !== der.length - 2 || ", ""],
    ["(bytes[0] as number) > 0x7f", "false"],
    ["if (hasZero && length > 1 && (bytes[1] as number) <= 0x7f) return undefined;", ""],
    ["=== der.length ? raw : undefined", "!== undefined ? raw : undefined"],
  ],
  "jwt/verify-jwt.ts": [
    [
      "if (code !== undefined) return refused(code);\n  return mapPromise(findKeys",
      "return mapPromise(findKeys",
    ],
    ["text.length > MAX_LENGTH ? null : ", ""],
    ['if (Object.hasOwn(header, "crit")) return MALFORMED;', ""],
    ['allowed.find((one) => one === readOwn(header, "alg"))', "allowed[0]"],
    ["if (!isKeyId(keyId)) return MALFORMED;", ""],
    [
      'if (issuers.length > 0 && !isOneOf(readOwn(claims, "iss"), issuers)) return "issuer_wrong";',
      "",
    ],
    [
      'if (audiences.length > 0 && !isForOne(readOwn(claims, "aud"), audiences)) return "audience_wrong";',
      "",
    ],
    [
      "Object.entries(wanted).every(isAsWanted)",
      "Object.entries(wanted).some(isAsWanted) || Object.keys(wanted).length === 0",
    ],
    [
      'if (isFuture(start) || isFuture(issued)) return "timestamp_in_future";',
      'if (isFuture(start)) return "timestamp_in_future";',
    ],
    ["const MAX_AGE_SECONDS = 300;", "const MAX_AGE_SECONDS = 3_000;"],
    ['scheme.isTimeOptional ? undefined : "timestamp_missing"', "undefined"],
    ["now > last + leewaySeconds", "now > last + 2 * leewaySeconds"],
    ["(Number.isFinite(value) && (value as number) >= 0)", "Number.isFinite(Number(value))"],
    ["claim === undefined && binds.isOptional", "claim === undefined"],
    ['bytesMatch(sent, hash) ? undefined : "body_hash_wrong"', "undefined"],
    ["keyLimit.json)) === false", "keyLimit.json)) === true"],
    [
      'typeof claim === "string" && claim === textAt(message, binds.json)',
      "claim === textAt(message, binds.json)",
    ],
    ["signed: `${head}.${body}`", "signed: body"],
  ],
  "jwt/canonical-query.ts": [
    ["if (name === TOKEN_PARAMETER) continue;", ""],
    ["const names = [...values.keys()].sort();", "const names = [...values.keys()];"],
    ["method.toUpperCase()", "method"],
    ['.replaceAll("&", "%26")', ""],
  ],
  "message/parse-message.ts": [
    ["all.length > 0 && !all.includes(false)", "!all.includes(false)"],
    ["all.length > 0 && !all.includes(false)", "all.includes(true)"],
  ],
  "message/verify-mailgun.ts": [
    ["const TIME = /^\\d{10}$/;", "const TIME = /^\\d{9,11}$/;"],
    ["const TOKEN = /^[A-Za-z\\d]{16,128}$/;", "const TOKEN = /^[A-Za-z\\d]{1,128}$/;"],
    ["if (late !== undefined) return refused(late);", ""],
    ["signature?.length !== 32", "signature === undefined"],
  ],
  "message/verify-adyen.ts": [
    ["list.length > MAX_ITEMS", "false"],
    ['(index !== FREE_TEXT && value.includes(":"))', "false"],
    ["/[\\r\\n]/.test(value) || ", ""],
    ['signedId: encodeBytes(hash, "hex"),', 'signedId: "1",'],
  ],
  "message/verify-sns.ts": [
    [
      'if (readHeader(headers, "x-amz-sns-rawdelivery") === "true") return refused("message_unsigned");',
      "",
    ],
    ["!topics.includes(topic)", "false"],
    ["!CERTIFICATE_URL.test(certificateUrl)", "false"],
    ["}\\\\.pem$`);", "}\\\\.pem`);"],
    ["if (late !== undefined) return refused(late);", ""],
    ["Subject: /^[^\\r\\n]*$/,", "Subject: /^/,"],
    ['readOwn(value, "SignatureVersion") !== String(signatureVersion)', "false"],
  ],
  "keys/document-cache.ts": [
    ["if (ageOf(fetchedAt, now) > MAX_STALE_MS) value = undefined;", ""],
    ["if (running === undefined && ageOf(triedAt, now) < pause) return current(now);", ""],
    ["return Math.abs(now - time);", "return now - time;"],
    ["bytes.length > MAX_BYTES ? UNAVAILABLE : ", ""],
  ],
  "keys/jwks-keys.ts": [
    ["return `${algorithm} ${keyId}`;", "return keyId;"],
    ['if (keyId === undefined) return { ok: false, code: "key_unknown" };', ""],
    ["Array.isArray(list) && list.length > 0 ? { limit: new Set(list) } : {}", "{}"],
    ["keys.size === 0 ? undefined : keys", "keys"],
  ],
  "keys/certificate-keys.ts": [
    ["notBefore <= now && now <= notAfter && ", ""],
    [" && names.some((one) => name.test(one))", ""],
  ],
  "create-handshake.ts": [
    ["const ECHO = /^[\\x20-\\x7e]{1,2048}$/;", "const ECHO = /^[^]{1,2048}$/;"],
    [
      "const SIGNABLE: RegExp = /^[A-Za-z0-9._~+/=-]{1,512}$/;",
      "const SIGNABLE: RegExp = /^[A-Za-z0-9._~+/=:-]{1,512}$/;",
    ],
    ["if (signedPrefixes.some((prefix) => text.startsWith(prefix))) return undefined;", ""],
    [
      "methods.includes(request.method) ? answer(new HandshakeRequest(request), config) : undefined",
      "answer(new HandshakeRequest(request), config)",
    ],
    ['"subscribe" || !isRight) return undefined;', '"subscribe") return undefined;'],
    ["Object.keys(body as object).length === 1", "true"],
    ["isRight ? jsonAnswer({ challenge }) : undefined", "jsonAnswer({ challenge })"],
    ["body.length === 0 || body.length > MAX_BODY_BYTES", "body.length === 0"],
  ],
};

/** Files without tests of their own, and whose tests use them. @type {Readonly<Record<string, string>>} */
const TESTED_BY = {
  "message/parse-message.ts": "match-keys.ts",
  "keys/certificate-keys.ts": "message/verify-sns.ts",
};

/** @param {readonly string[]} filters @returns {boolean} whether a test failed */
function fails(filters) {
  const args = ["node_modules/vitest/vitest.mjs", "run", "--project=core", "--bail=1", ...filters];
  const { status, stdout } = spawnSync(process.execPath, args, { cwd: root, encoding: "utf8" });
  // Otherwise a mutant would be killed by a filter that finds nothing.
  if (stdout.includes("No test files found")) throw new Error(`No tests: ${filters.join(" ")}`);
  return status !== 0;
}

/** @param {string} file @returns {boolean} first by the tests of its file, then by all of the package */
function isKilled(file) {
  const own = `${FOLDER}${(TESTED_BY[file] ?? file).replace(/\.ts$/, ".test.ts")}`;
  return fails([own]) || fails(["packages/signatures"]);
}

const words = process.argv.slice(2);
const files = Object.keys(MUTANTS).filter(
  (file) => words.length === 0 || words.some((word) => file.includes(word)),
);
const status = execFileSync("git", ["status", "--porcelain", FOLDER], { cwd: root }).toString();
if (status !== "") throw new Error(`Commit first, because files are changed:\n${status}`);
let killed = 0;
let others = 0;
for (const file of files) {
  const path = `${root}${FOLDER}${file}`;
  const code = readFileSync(path, "utf8");
  for (const [from, to] of MUTANTS[file] ?? []) {
    const isThere = code.split(from).length === 2;
    let result = "stale";
    if (isThere) {
      try {
        writeFileSync(
          path,
          code.replace(from, () => to),
        );
        result = isKilled(file) ? "killed" : "survived";
      } finally {
        writeFileSync(path, code);
      }
    }
    if (result === "killed") killed += 1;
    else others += 1;
    console.log(`${result} ${file}: ${JSON.stringify(from)} → ${JSON.stringify(to)}`);
  }
}
console.log(`${killed} killed, ${others} survived or stale`);
process.exitCode = others === 0 ? 0 : 1;
