// The parts of a message → those that may be its body: the first text, and the first HTML.
import { findHeader, type GmailPart } from "./gmail-message.ts";

interface BodyParts {
  readonly text: GmailPart | undefined;
  readonly html: GmailPart | undefined;
}

/** Depth first. Attachments and forwarded messages are not the body. */
export function findBody(payload: GmailPart | null | undefined): BodyParts {
  let text: GmailPart | undefined;
  let html: GmailPart | undefined;
  // A list instead of a recursion: parts may stand within each other thousands deep.
  const waiting: GmailPart[] = payload ? [payload] : [];
  for (let part = waiting.pop(); part !== undefined; part = waiting.pop()) {
    if (isAttachment(part)) continue;
    const type = part.mimeType?.toLowerCase();
    if (type === "text/plain") text ??= part;
    if (type === "text/html") html ??= part;
    // One call takes some 100,000 arguments, and a mail may have more parts.
    for (const inner of [...(part.parts ?? [])].reverse()) waiting.push(inner);
  }
  return { text, html };
}

function isAttachment(part: GmailPart): boolean {
  return (
    Boolean(part.filename) ||
    part.mimeType?.toLowerCase() === "message/rfc822" ||
    /^attachment\b/i.test(findHeader(part, "content-disposition") ?? "")
  );
}
