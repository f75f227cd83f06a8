// A list, a page token and a size → the page, and the token of the next one.

const DEFAULT_PAGE = 100;
const MAX_PAGE = 500;

/** The content of a token, so that later pages fit the first one although more mail arrives. */
interface PagePosition {
  /** The number of entries on earlier pages. */
  readonly offset: number;
  /** The end of the list when the first page was made. */
  readonly end: string;
}

export function readPageToken(token: string | null): PagePosition | undefined {
  if (token === null) return undefined;
  try {
    const [offset, end] = JSON.parse(Buffer.from(token, "base64url").toString("utf8")) as unknown[];
    return typeof offset === "number" && typeof end === "string" ? { offset, end } : undefined;
  } catch {
    return undefined;
  }
}

export function pageSize(query: URLSearchParams): number {
  const asked = Number(query.get("maxResults") ?? DEFAULT_PAGE);
  return Number.isInteger(asked) && asked >= 1 ? Math.min(asked, MAX_PAGE) : DEFAULT_PAGE;
}

export function cutPage<T>(
  all: readonly T[],
  { offset, end }: PagePosition,
  size: number,
): { readonly page: readonly T[]; readonly nextPageToken?: string } {
  const page = all.slice(offset, offset + size);
  if (offset + size >= all.length) return { page };
  const next = JSON.stringify([offset + size, end]);
  return { page, nextPageToken: Buffer.from(next).toString("base64url") };
}
