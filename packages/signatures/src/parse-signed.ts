// The text of what is signed, such as `{timestamp}.{body}` → its parts in order, or what is wrong with it.

export type SignedPart =
  | { readonly kind: "literal"; readonly text: string }
  | { readonly kind: "body" | "timestamp" | "id" | "method" | "url" | "form" }
  | { readonly kind: "header"; readonly name: string }
  | { readonly kind: "json"; readonly path: string };

type SignedPartsResult =
  | { readonly ok: true; readonly parts: readonly SignedPart[] }
  /** The first piece that is no known part. */
  | { readonly ok: false; readonly unknown: string };

const PLAIN = new Set(["body", "timestamp", "id", "method", "url"]);

export function parseSigned(text: string): SignedPartsResult {
  const parts: SignedPart[] = [];
  // Every second piece stands between braces.
  for (const [index, piece] of text.split(/\{([^{}]*)\}/).entries()) {
    if (index % 2 === 0) {
      if (piece !== "") parts.push({ kind: "literal", text: piece });
      continue;
    }
    const part = parsePart(piece);
    if (part === undefined) return { ok: false, unknown: piece };
    parts.push(part);
  }
  return { ok: true, parts };
}

function parsePart(piece: string): SignedPart | undefined {
  if (PLAIN.has(piece)) return { kind: piece } as SignedPart;
  if (piece === "form:sorted") return { kind: "form" };
  const [, kind, rest = ""] = /^(header|json):(.+)$/.exec(piece) ?? [];
  if (kind === "header") return { kind, name: rest.toLowerCase() };
  return kind === "json" ? { kind, path: rest } : undefined;
}
