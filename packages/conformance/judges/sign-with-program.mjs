// @ts-check
// A key and a text → their HMAC, computed by `openssl`, or by Python where there is none.
import { execFileSync } from "node:child_process";

/** @typedef {import("./openssl.mjs").OpensslJudge} OpensslJudge */
/** @typedef {import("./openssl.mjs").Sent} Sent */

const PYTHON =
  "import hmac,sys;k,d=sys.argv[1:];print(hmac.new(bytes.fromhex(k),sys.stdin.buffer.read(),d).hexdigest())";

/** @type {Readonly<Record<"openssl" | "python3", (key: string, digest: string) => readonly string[]>>} */
const PROGRAMS = {
  openssl: (key, digest) => ["dgst", `-${digest}`, "-mac", "HMAC", "-macopt", `hexkey:${key}`],
  python3: (key, digest) => ["-c", PYTHON, key, digest],
};

/** @returns {"openssl" | "python3" | undefined} the first that this machine has */
export function findProgram() {
  const names = /** @type {const} */ (["openssl", "python3"]);
  return names.find((name) => {
    try {
      return execFileSync(name, [name === "openssl" ? "version" : "--version"]).length > 0;
    } catch {
      return false;
    }
  });
}

/**
 * @param {OpensslJudge} judge
 * @param {Sent & { readonly program: "openssl" | "python3", readonly key: string }} sent
 * @returns {Record<string, string>} the headers of the signature
 */
export function signWithProgram({ digest, secret, text, headers }, { program, key, ...sent }) {
  const hexKey = Buffer.from(key, secret).toString("hex");
  const args = PROGRAMS[program](hexKey, digest);
  const printed = execFileSync(program, args, { input: text(sent), encoding: "utf8" });
  const [hex = ""] = /[\da-f]{40,}\s*$/.exec(printed) ?? [];
  const bytes = Buffer.from(hex.trim(), "hex");
  return headers({ hex: bytes.toString("hex"), base64: bytes.toString("base64") }, sent);
}
