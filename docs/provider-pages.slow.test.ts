// The pages of vendors are those of the table, their configs compile, and their commands and links lead somewhere.
import { generateKeyPairSync } from "node:crypto";
import { existsSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { parseConfigText } from "@hookwright/config";
import { problemToText, safeCompileHooks } from "@hookwright/core";
import { PROVIDERS, type SignatureScheme } from "@hookwright/signatures";
import { VENDORS } from "@hookwright/signatures/vendors";
import { expect, test } from "vitest";
import { ownLibrariesOf } from "../packages/conformance/judges/judges-of.mjs";
import { VECTORS, vectorsOf } from "../packages/conformance/judges/vectors.mjs";
import { UNSENDABLE } from "../packages/samples/src/senders/samples.ts";
import { readFences } from "./tools/fences.ts";
import { HANDSHAKES } from "./tools/provider-facts.mjs";
import { folder, makePages, pageNameOf } from "./tools/provider-pages.mjs";

const pages = [...makePages(VENDORS)];
const root = fileURLToPath(new URL("..", import.meta.url));

test("docs/providers is what the table says: node docs/tools/provider-pages.mjs --write", async () => {
  const files = await readdir(folder);
  const written = files.map(async (file) => [file, await readFile(`${folder}${file}`, "utf8")]);
  expect(Object.fromEntries(await Promise.all(written))).toEqual(Object.fromEntries(pages));
});

const ed25519 = rawKey();

/** A secret for each form of keys. */
const SECRETS: Readonly<Record<SignatureScheme["key"], string>> = {
  utf8: "a-long-random-text-of-the-vendor",
  base64: Buffer.alloc(32, 7).toString("base64"),
  hex: Buffer.alloc(32, 7).toString("hex"),
  sha1: "a-long-random-text-of-the-vendor",
  whsec: `whsec_${Buffer.alloc(32, 7).toString("base64")}`,
  "raw-hex": ed25519.toString("hex"),
  "raw-base64": ed25519.toString("base64"),
  whpk: `whpk_${ed25519.toString("base64")}`,
  spki: generateKeyPairSync("ec", { namedCurve: "P-256" })
    .publicKey.export({ format: "der", type: "spki" })
    .toString("base64"),
};

const RSA = generateKeyPairSync("rsa", { modulusLength: 2048 })
  .publicKey.export({ format: "der", type: "spki" })
  .toString("base64");

function rawKey(): Buffer {
  const { publicKey } = generateKeyPairSync("ed25519");
  return publicKey.export({ format: "der", type: "spki" }).subarray(-32);
}

function secretOf(name: string, id: string): string {
  if (name === "ADYEN_SECRET") return SECRETS.hex;
  const schemes = PROVIDERS.find((one) => one.id === id)?.signatures ?? [];
  const kind = name.endsWith("_PUBLIC_KEY") ? "publicKey" : "hmac";
  const scheme = schemes.find((one) => one.scheme === kind);
  const isKey = /_(?:SECRET|PUBLIC_KEY)$/.test(name) && scheme !== undefined;
  if (isKey && scheme.algorithm === "rsa-sha256") return RSA;
  return isKey ? SECRETS[scheme.key] : `a-long-random-text-of-${name}`;
}

const configs = pages.flatMap(([file, text]) =>
  readFences(text)
    .filter(({ language }) => language === "json5")
    .map(({ code, line }) => [`${file}:${line}`, code] as const),
);

/** Nothing is fetched before a request comes. */
const keys = { fetch: () => Promise.reject(new Error("A page needs no network.")) };

test.each(configs)("%s is a config without a problem", async (_place, code) => {
  const document = await parseConfigText(code, { filename: "page.json5" });
  if (!document.ok) throw new Error(document.problems.map(problemToText).join("\n"));
  const [, id = ""] = /provider: "([^"]+)"/.exec(code) ?? [];
  const secrets = (reference: object) =>
    secretOf("env" in reference ? String(reference.env) : "", id);
  const compilation = safeCompileHooks(document.config, { secrets, keys });
  const problems = compilation.ok ? compilation.hooks.warnings : compilation.problems;
  expect(problems.map(problemToText)).toEqual([]);
});

test("docs/providers has commands with a vendor of the table, and its variable of the config", () => {
  for (const [file, text] of pages) {
    for (const { code } of readFences(text).filter(({ language }) => language === "sh")) {
      const [, id = "", path = ""] =
        /^hookwright send (\S+) --to \S+\/hooks\/(\S+) /.exec(code) ?? [];
      expect(
        PROVIDERS.some((one) => one.id === id),
        `${file}: ${code}`,
      ).toBe(true);
      expect(text).toContain(`match: { path: "${path}" }`);
      const [, variable] = /--(?:secret|token)-env (\S+(?<!_LOGIN))(?:\s|$)/.exec(code) ?? [];
      if (variable !== undefined) expect(text).toContain(`env: "${variable}"`);
    }
  }
});

test("docs/providers shows no hookwright send where it cannot sign, but the vendor's own command, or what a person does", () => {
  for (const [id, { reason, instead, isManual }] of UNSENDABLE) {
    const page = new Map(pages).get(`${id}.md`) ?? "";
    expect(page).toContain(`${reason}, so that \`hookwright send\` cannot sign`);
    expect(page).toContain(isManual ? instead : `\`${instead}\``);
    expect(page).not.toContain(`hookwright send ${id}`);
  }
});

const OURS = "our reading only";

/** Of a table, by what its first cells say. */
const rowsOf = (text: string, cell: string) =>
  text.split("\n").filter((line) => line.startsWith("| ") && line.includes(cell));

test.each(PROVIDERS.map((provider) => [provider.id, provider] as const))(
  "docs/providers says what the row of %s is checked against",
  async (id, provider) => {
    const index = await readFile(`${folder}README.md`, "utf8");
    const rows = rowsOf(index, `| \`${id}\` |`);
    const outsiders = [...vectorsOf(id).map(({ source }) => source), ...ownLibrariesOf(id)];
    const name = pageNameOf(provider);
    const page = await readFile(`${folder}${name}.md`, "utf8");
    const isShared = name === "standard-webhooks" || name === "tokens";
    const line = isShared
      ? rowsOf(page, `| \`${id}\` |`).join("\n")
      : /^Tests compare the data of this page with these sources: .*$/m.exec(page)?.[0];
    expect(rows).toHaveLength(1);
    for (const text of [rows[0], line]) {
      for (const outsider of outsiders) expect(text).toContain(outsider);
      expect(text?.includes(OURS)).toBe(outsiders.length === 0);
    }
    if (!isShared && outsiders.length === 0) expect(line).toContain(`these sources: ${OURS}`);
  },
);

test("VECTORS are of vendors of the table, and none stands there twice", () => {
  const ids = new Set(PROVIDERS.map(({ id }) => id));
  expect(VECTORS.filter(({ provider }) => !ids.has(provider))).toEqual([]);
  const signed = VECTORS.map(({ provider, headers, body }) =>
    JSON.stringify([provider, headers, body]),
  );
  expect(new Set(signed).size).toBe(VECTORS.length);
  expect(VECTORS.filter(({ source }) => source.length < 10)).toEqual([]);
});

const commands = `${root}packages/cli/src/program.ts`;

test.skipIf(!existsSync(commands))(
  "docs/providers has options that hookwright send has",
  async () => {
    const source = await readFile(commands, "utf8");
    // The commands of vendors have options of their own.
    const ours = pages.map(([, text]) => text.replace(/`(?:gcloud|aws) [^`]+`/g, ""));
    const options = new Set(ours.flatMap((text) => text.match(/--[a-z-]+(?=[ `\n])/g) ?? []));
    expect(options).toContain("--to");
    expect([...options].filter((option) => !source.includes(`"${option}`))).toEqual([]);
  },
);

test("docs/providers has links to files that exist", () => {
  for (const [file, text] of pages) {
    for (const [, target = ""] of text.matchAll(/\]\((?!https:)([^)#]+)/g)) {
      expect(existsSync(`${root}docs/providers/${target}`), `${file}: ${target}`).toBe(true);
    }
  }
});

test("makePages() has words for a JSON Web Token, and for a signature in the message", () => {
  const token = {
    algorithms: ["HS256"],
    header: "authorization",
    prefix: "JWT ",
    issuers: ["acme"],
  };
  const delivery = { bodyBound: false } as const;
  const acme = {
    id: "acme",
    name: "Acme",
    jwt: { ...token, binds: { claim: "qsh", of: "query" } },
  };
  const made = makePages([
    ...VENDORS,
    { provider: { ...acme, delivery } },
    { provider: { id: "acme-mail", name: "Acme Mail", message: "acme" } },
  ] as unknown as typeof VENDORS);
  const page = made.get("acme.md") ?? "";
  expect(page).toContain(
    "Acme: a JSON Web Token proves the sender. It covers a hash of the query.",
  );
  expect(page).toContain("in `authorization` after `JWT`");
  expect(page).toContain('secret: { env: "ACME_SECRET" }');
  expect(page).toContain("does not cover the body");
  expect(made.get("acme-mail.md")).toContain("Acme Mail signs fields of its message.");
});

test("HANDSHAKES has the handshakes of the vendors", () => {
  const names = new Set(PROVIDERS.flatMap(({ handshake = [] }) => handshake));
  expect(new Set(Object.keys(HANDSHAKES))).toEqual(names);
});
