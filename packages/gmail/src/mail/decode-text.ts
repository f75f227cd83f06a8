// The bytes of a part and its Content-Type → the text.
import iconv from "iconv-lite";

/**
 * Gmail gives most texts in UTF-8 while the header still names the charset of the sender, and some in that charset.
 * So what is UTF-8 is read as UTF-8, whatever the header says. ISO-2022-JP is ASCII with escapes, hence always UTF-8, too.
 */
export function decodeText(bytes: Uint8Array, contentType: string | undefined): string {
  const charset = charsetOf(contentType);
  const isEscaped = charset.startsWith("iso-2022") && bytes.includes(0x1b);
  const isUtf7 = charset.endsWith("utf-7");
  const utf8 = isEscaped || isUtf7 ? undefined : decodeUtf8(bytes);
  return utf8 ?? decodeBytes(bytes, charset);
}

/** Undefined where the bytes are not UTF-8. A byte order mark is dropped. */
function decodeUtf8(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

function charsetOf(contentType = ""): string {
  const [, quoted, bare] = /;\s*charset\s*=\s*(?:"([^"]*)"|([^\s;"]+))/i.exec(contentType) ?? [];
  return (quoted ?? bare ?? "").trim().toLowerCase();
}

/** Not `TextDecoder`: of windows-1252, Node before 22.23 reads 0x80 to 0x9F as control characters. */
function decodeBytes(bytes: Uint8Array, charset: string): string {
  if (isWindows1252(charset)) return iconv.decode(Buffer.from(bytes), "windows-1252");
  if (iconv.encodingExists(charset)) return iconv.decode(Buffer.from(bytes), charset);
  try {
    // It knows ISO-2022-JP, which iconv-lite does not.
    return new TextDecoder(charset).decode(bytes);
  } catch {
    return iconv.decode(Buffer.from(bytes), "windows-1252");
  }
}

/**
 * What calls itself Latin 1 or ASCII was written on Windows where it has bytes from 0x80 to 0x9F: curly quotes, dashes, €.
 * UTF-8 that is broken is more often such a text than a damaged one.
 */
function isWindows1252(charset: string): boolean {
  return /^(?:iso[-_]?8859[-_]?1|latin-?1|us-ascii|ascii|utf-?8|)$/.test(charset);
}
