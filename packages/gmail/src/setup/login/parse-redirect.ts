// The address that a browser was sent to after the consent page → the code in it, or why there is none.

export type RedirectResult =
  | { readonly ok: true; readonly code: string }
  /** `denied`: the person said no. `foreign`: not the answer to this login. `none`: no answer at all. */
  | { readonly ok: false; readonly why: "denied" | "foreign" | "none" };

/** Takes a whole address, a path with a query, or a line with blanks around it. */
export function parseRedirect(text: string, state: string): RedirectResult {
  const trimmed = text.trim();
  const base = "http://127.0.0.1";
  if (!URL.canParse(trimmed, base)) return { ok: false, why: "none" };
  const { searchParams } = new URL(trimmed, base);
  const code = searchParams.get("code");
  const error = searchParams.get("error");
  if (code === null && error === null) return { ok: false, why: "none" };
  // Attack: a page that knows the port sends the code of another account.
  if (searchParams.get("state") !== state) return { ok: false, why: "foreign" };
  return code === null || error !== null ? { ok: false, why: "denied" } : { ok: true, code };
}
