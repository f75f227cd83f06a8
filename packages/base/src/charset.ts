// Bytes and their declared charset → the text, and a sentence if it is not exactly what was sent.

/** Every supported runtime has this class; one without ICU data throws for most labels. */
declare class TextDecoder {
  constructor(label: string, options: { fatal: boolean });
  decode(bytes: Uint8Array): string;
}

export interface DecodedText {
  readonly text: string;
  /** What is wrong with the text, for the operator, without quoting it. */
  readonly flaw?: string;
}

const utf8 = new TextDecoder("utf-8", { fatal: true });

/** UTF-8 bytes → their text without a byte order mark; undefined if they are not UTF-8. */
export function decodeText(bytes: Uint8Array): string | undefined {
  return decodeStrictly(utf8, bytes);
}

/** Never fails: an invalid byte becomes U+FFFD, because an event with one is better than none. */
export function decodeCharset(bytes: Uint8Array, label: string | undefined): DecodedText {
  const named = label === undefined ? "utf-8" : labelOf(label);
  const charset = charsetOfMark(bytes, named) ?? named;
  if (charset === "utf-8") return decodeUtf8(bytes);
  // Text that is declared as ASCII is more often UTF-8 than windows-1252, which the web uses for it.
  if (ASCII.test(charset)) {
    const text = decodeText(bytes);
    return { text: text ?? decodeWindows1252(bytes) };
  }
  const decoder = createDecoder(charset, true);
  if (decoder === undefined) {
    const flaw = `The charset ${shownLabel(label)} is not known here, and the text was read as UTF-8.`;
    return { text: decodeUtf8(bytes).text, flaw };
  }
  if (decoder === WINDOWS_1252) return { text: decodeWindows1252(bytes) };
  const text = decodeStrictly(decoder, bytes);
  if (text !== undefined) return { text };
  const flaw = `Bytes that are not ${charset} were replaced by U+FFFD.`;
  return { text: (createDecoder(charset, false) as TextDecoder).decode(bytes), flaw };
}

/**
 * A byte order mark takes precedence over the label (WHATWG, Encoding, 6), because `utf-16` alone does not
 * say the byte order. If the label is not a Unicode charset, only the UTF-8 mark counts: a Latin-1 text may
 * begin with the bytes of the other two.
 */
function charsetOfMark(bytes: Uint8Array, named: string): string | undefined {
  if (hasUtf8Mark(bytes)) return "utf-8";
  const [first, second] = bytes;
  if (!/^(?:utf-|unicode|ucs-2|iso-10646)/.test(named)) return undefined;
  if (first === 0xfe && second === 0xff) return "utf-16be";
  return first === 0xff && second === 0xfe ? "utf-16le" : undefined;
}

/** Whether the bytes begin with the byte order mark of UTF-8. */
export function hasUtf8Mark([first, second, third]: Uint8Array): boolean {
  return first === 0xef && second === 0xbb && third === 0xbf;
}

/** Whether a sender's label names a charset that can be decoded here. */
export function isKnownCharset(label: string): boolean {
  const charset = labelOf(label);
  return ASCII.test(charset) || createDecoder(charset, true) !== undefined;
}

function decodeUtf8(bytes: Uint8Array): DecodedText {
  const text = decodeText(bytes);
  if (text !== undefined) return { text };
  const lenient = new TextDecoder("utf-8", { fatal: false });
  return { text: lenient.decode(bytes), flaw: "Bytes that are not UTF-8 were replaced by U+FFFD." };
}

function decodeStrictly(decoder: TextDecoder, bytes: Uint8Array): string | undefined {
  try {
    return decoder.decode(bytes);
  } catch {
    return undefined;
  }
}

const ASCII = /^(?:(?:us-)?ascii|ansi_x3\.4-1968)$/;

/** Names that senders use but the web's table lacks. */
const ALIASES: Readonly<Record<string, string>> = {
  utf8mb3: "utf-8",
  utf8mb4: "utf-8",
  utf8: "utf-8",
  cp932: "shift_jis",
  cp936: "gbk",
  cp949: "euc-kr",
  cp950: "big5",
};

function labelOf(written: string): string {
  const label = written.trim().toLowerCase();
  // `latin-1`, `utf_8`, `windows1252`.
  const spelled = label
    .replace(/^latin-(?=\d)/, "latin")
    .replace(/^utf_(?=\d)/, "utf-")
    .replace(/^(windows|win|cp)[-_]?(?=125\d$)/, "windows-");
  return Object.hasOwn(ALIASES, spelled) ? (ALIASES[spelled] as string) : spelled;
}

/** A label is payload, so it is shown only if it looks like a label. */
function shownLabel(label = ""): string {
  return /^[\w.:+-]{1,40}$/.test(label) ? `"${label}"` : "that it names";
}

type Decoder = Pick<TextDecoder, "decode"> & { readonly encoding?: string };

function createDecoder(charset: string, fatal: boolean): Decoder | undefined {
  if (LATIN_1.test(charset)) return WINDOWS_1252;
  try {
    const decoder: Decoder = new TextDecoder(charset, { fatal });
    return decoder.encoding === "windows-1252" ? WINDOWS_1252 : decoder;
  } catch {
    return undefined;
  }
}

/** Decoded here, because some runtimes have no table for it. */
const LATIN_1 = /^(?:windows-1252|iso[-_]?8859-1|latin1|l1)$/;

const WINDOWS_1252: Decoder = { decode: decodeWindows1252 };

/**
 * The characters of 0x80 to 0x9F. Node 20 and runtimes with small ICU data decode these bytes as control
 * characters.
 */
const ABOVE_ASCII = "€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ";

/** Safe for the number of arguments of one call in every engine. */
const PIECE_BYTES = 8_192;

function decodeWindows1252(bytes: Uint8Array): string {
  let text = "";
  for (let at = 0; at < bytes.length; at += PIECE_BYTES) {
    text += String.fromCharCode(...bytes.subarray(at, at + PIECE_BYTES));
  }
  return text.replaceAll(
    /[\x80-\x9f]/g,
    (char) => ABOVE_ASCII[char.charCodeAt(0) - 0x80] as string,
  );
}
