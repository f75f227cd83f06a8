// A text → the JSON that it is, as it stands or in base64, and how to write other JSON in its place.

export interface NestedJson {
  readonly parsed: unknown;
  /** JSON → a text in the same encoding. */
  readonly write: (json: string) => string;
}

/** Every object or list in base64 begins so, and nothing else does; shorter texts are words. */
const BASE64 = /^[eW][0-3w-z][\w+/-]{6,}={0,2}$/;

export function readNestedJson(text: string): NestedJson | undefined {
  if (/^\s*[[{]/.test(text)) return parse(text, (json) => json);
  if (!BASE64.test(text)) return undefined;
  const decoded = Buffer.from(text, "base64").toString("utf8");
  const encoding = /[-_]/.test(text) ? "base64url" : "base64";
  return parse(decoded, (json) => Buffer.from(json).toString(encoding));
}

function parse(text: string, write: NestedJson["write"]): NestedJson | undefined {
  try {
    return { parsed: JSON.parse(text), write };
  } catch {
    return undefined;
  }
}
