// The token of the address → this tab's session. It leaves the address at once, and no other port can read it.

const KEY = "hookwright-token";

/** Undefined if the page was opened without a token, and none was given in this tab before. */
export function readToken(): string | undefined {
  const [, sent] = /^#t=([\w-]+)$/.exec(location.hash) ?? [];
  if (sent !== undefined) {
    sessionStorage.setItem(KEY, sent);
    history.replaceState(undefined, "", location.pathname);
  }
  return sessionStorage.getItem(KEY) ?? undefined;
}

export function saveToken(token: string): void {
  sessionStorage.setItem(KEY, token);
}
