// A list that comes in pages → all pages.
import type { GoogleRequest, SendToGoogle } from "../model/google.ts";
import type { MailResult } from "../model/source.ts";

/** More than the mails of a week: a token that leads nowhere ends there. */
const MAX_PAGES = 1_000;

interface Page {
  readonly nextPageToken?: string | null;
}

export async function listPages<P extends Page>(
  send: SendToGoogle,
  request: GoogleRequest,
): Promise<MailResult<readonly P[]>> {
  const pages: P[] = [];
  let query = request.query ?? {};
  while (pages.length < MAX_PAGES) {
    const page = await send<P>({ ...request, query });
    if (!page.ok) return page;
    pages.push(page.value);
    const { nextPageToken } = page.value;
    if (!nextPageToken) return { ok: true, value: pages };
    query = { ...query, pageToken: nextPageToken };
  }
  const message = `Google's list has more than ${MAX_PAGES} pages.`;
  return { ok: false, failure: { code: "unavailable", message } };
}
