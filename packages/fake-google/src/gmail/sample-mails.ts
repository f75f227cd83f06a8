// Mails that readers often get wrong, by name, each with the text of its body.
import type { MailInput, PartInput } from "./mail-input.ts";

export interface SampleMail {
  readonly mail: MailInput;
  /** The text that a person sees. */
  readonly body: string;
}

const QUOTED = "\u201cQuoted\u201d \u2013 100\u00a0\u20ac";
const JAPANESE = "\u65e5\u672c\u8a9e";
const PDF: PartInput = {
  mimeType: "application/pdf",
  filename: "a.pdf",
  base64: Buffer.from("%PDF-1.7").toString("base64"),
  isAttached: true,
};

/** A text part whose header names a charset. */
function textIn(charset: string, bytes: Uint8Array, mimeType = "text/plain"): PartInput {
  return {
    mimeType,
    headers: [{ name: "Content-Type", value: `${mimeType}; charset=${charset}` }],
    base64: Buffer.from(bytes).toString("base64"),
  };
}

function mixed(...parts: readonly PartInput[]): PartInput {
  return { mimeType: "multipart/mixed", parts };
}

const NOTES: PartInput = {
  mimeType: "text/plain",
  filename: "notes.txt",
  headers: [
    { name: "Content-Type", value: 'text/plain; name="notes.txt"' },
    { name: "Content-Disposition", value: 'attachment; filename="notes.txt"' },
  ],
  text: "Not the body.",
};

/** windows-1252, not latin-1: 0x93 and 0x94 are quotation marks, 0x96 a dash, 0x80 the euro. */
const WINDOWS = Buffer.from("\x93Quoted\x94 \x96 100\xa0\x80", "latin1");
/** Three characters between two escapes. */
const ISO_2022_JP = Buffer.from("\x1b$BF|K\\8l\x1b(B", "latin1");

export const SAMPLE_MAILS: Readonly<Record<string, SampleMail>> = {
  nested: {
    mail: {
      payload: mixed(
        {
          mimeType: "multipart/related",
          parts: [
            {
              mimeType: "multipart/alternative",
              parts: [
                { mimeType: "text/plain", text: "Deep." },
                { mimeType: "text/html", text: "<p>Deep.</p>" },
              ],
            },
          ],
        },
        PDF,
      ),
    },
    body: "Deep.",
  },
  "only HTML": {
    mail: { html: "<p>It&#39;s <b>here</b>.</p><script>no()</script>" },
    body: "It's here.",
  },
  "attachment before text": {
    mail: { payload: mixed(NOTES, PDF, { mimeType: "text/plain", text: "The body." }) },
    body: "The body.",
  },
  "body by reference": {
    mail: { payload: { mimeType: "text/plain", text: "Fetched apart.", isAttached: true } },
    body: "Fetched apart.",
  },
  "forwarded mail": {
    mail: {
      payload: mixed(
        { mimeType: "message/rfc822", parts: [{ mimeType: "text/plain", text: "Forwarded." }] },
        { mimeType: "text/plain", text: "See above." },
      ),
    },
    body: "See above.",
  },
  "no date": { mail: { date: null, text: "Undated." }, body: "Undated." },
  "two senders": {
    mail: { headers: [{ name: "FROM", value: "Eve <eve@example.org>" }], text: "Hi." },
    body: "Hi.",
  },
  "UTF-8 under latin-1": {
    mail: { payload: textIn("iso-8859-1", Buffer.from(QUOTED, "utf8")) },
    body: QUOTED,
  },
  "windows-1252": { mail: { payload: textIn("windows-1252", WINDOWS) }, body: QUOTED },
  "windows-1252 as latin-1": { mail: { payload: textIn("iso-8859-1", WINDOWS) }, body: QUOTED },
  "iso-2022-jp": { mail: { payload: textIn("iso-2022-jp", ISO_2022_JP) }, body: JAPANESE },
  emoji: { mail: { text: "\u{1f600}".repeat(6_000) }, body: "\u{1f600}".repeat(6_000) },
  "5 MB": { mail: { text: "0123456789".repeat(500_000) }, body: "0123456789".repeat(500_000) },
};
