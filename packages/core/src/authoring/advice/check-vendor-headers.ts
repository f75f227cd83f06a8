// The mappings as written → warnings of headers that their sender never sends so, or that another vendor sends.

import type { ConfigPath } from "../../model/index.ts";
import { createProblem, type Report } from "../../model/index.ts";
import type { HooksInput, MatchInput } from "../config/index.ts";
import type { CodeRows } from "./code-row.ts";
import { findMeaning } from "./find-meaning.ts";

export const CODES: CodeRows = {
  match_header_value: {
    meaning: "A match asks for a header with a value that its sender writes in another case.",
    wrong: 'match: { path: github, headers: { x-github-event: Push } }\nmessageTemplate: "{{ref}}"',
    right: 'match: { path: github, headers: { x-github-event: push } }\nmessageTemplate: "{{ref}}"',
    say: "Header values are compared literally. The vendor writes this one in lower case.",
  },
  match_header_vendor: {
    meaning: "A match asks for a header that another vendor sends than the `auth` names.",
    wrong:
      'match: { path: code, headers: { x-github-event: push } }\nauth: { provider: gitlab, token: { file: sender.secret } }\nmessageTemplate: "{{ref}}"',
    right:
      'match: { path: code, headers: { x-gitlab-event: Push Hook } }\nauth: { provider: gitlab, token: { file: sender.secret } }\nmessageTemplate: "{{ref}}"',
    say: "An event with this `auth` never has another vendor's header, so the mapping takes none.",
  },
};

interface VendorHeader {
  /** Providers that send it; Gitea and its forks send GitHub's as well as their own. */
  readonly vendors: readonly string[];
  /** Whether its values have no capital letter. */
  readonly isLower?: boolean;
}

const GIT = ["gitea", "forgejo", "gogs"];

/** What says which kind of event it is. A relay with an `auth` of its own hands such headers on. */
const HEADERS: ReadonlyMap<string, VendorHeader> = new Map([
  ["x-github-event", { vendors: ["github", ...GIT], isLower: true }],
  ["x-gitea-event", { vendors: GIT, isLower: true }],
  ["x-forgejo-event", { vendors: GIT, isLower: true }],
  ["x-gogs-event", { vendors: GIT, isLower: true }],
  ["x-gitlab-event", { vendors: ["gitlab"] }],
  ["x-event-key", { vendors: ["bitbucket"], isLower: true }],
  ["x-shopify-topic", { vendors: ["shopify"], isLower: true }],
  ["sentry-hook-resource", { vendors: ["sentry"], isLower: true }],
  ["linear-event", { vendors: ["linear"] }],
  ["stripe-signature", { vendors: ["stripe"] }],
  ["x-slack-signature", { vendors: ["slack"] }],
]);

const VENDORS = new Set([...HEADERS.values()].flatMap(({ vendors }) => vendors));

export function checkVendorHeaders({ mappings = [] }: HooksInput, report: Report): void {
  for (const [index, mapping] of mappings.entries()) {
    if (mapping?.match === undefined) continue;
    const { match, auth } = mapping;
    const provider = typeof auth === "object" ? auth.provider : undefined;
    checkHeaders(match.headers, {
      provider,
      at: ["hooks", "mappings", index, "match", "headers"],
      report,
    });
  }
}

interface Headers {
  readonly provider: string | undefined;
  readonly at: ConfigPath;
  readonly report: Report;
}

function checkHeaders(headers: MatchInput["headers"], { provider, at, report }: Headers): void {
  for (const [name, values] of Object.entries(headers ?? {})) {
    const header = HEADERS.get(name.toLowerCase());
    if (header === undefined) continue;
    const { vendors, isLower = false } = header;
    const path = [...at, name];
    if (provider !== undefined && VENDORS.has(provider) && !vendors.includes(provider)) {
      const message = `The auth is that of "${provider}", and the header "${name}" comes from "${vendors[0]}": no event has both.`;
      const hint = `Write "provider": "${vendors[0]}", or match what "${provider}" sends.`;
      report(createProblem("match_header_vendor", path, message, { severity: "warning", hint }));
    }
    if (isLower) checkCase(values, { name, path, report });
  }
}

interface CheckedHeader {
  readonly name: string;
  readonly path: ConfigPath;
  readonly report: Report;
}

function checkCase(
  values: string | readonly string[],
  { name, path, report }: CheckedHeader,
): void {
  for (const value of typeof values === "string" ? [values] : values) {
    const lower = value.toLowerCase();
    // A value that looks like a pattern or an expression has a warning of its own.
    if (
      lower === value ||
      !/^[\w.:/-]+$/.test(value) ||
      findMeaning(value, { kind: "header", name })
    )
      continue;
    const message = `Values of "${name}" have no capital letters, so "${value}" takes no event.`;
    const hint = `Write "${lower}".`;
    // A match that took no event takes some now.
    const change = { kind: "replace", value: lower, old: value, safe: false } as const;
    const extras = { severity: "warning", hint, change } as const;
    report(createProblem("match_header_value", path, message, extras));
  }
}
