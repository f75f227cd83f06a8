// Tokens in the query end up in logs and histories: each use is answered with a header, and warned about once a name.
import { shortName } from "./record.ts";
import type { IngressAnswer } from "./request.ts";

/** RFC 9745: deprecated since the first release, 2026-01-01. */
const DEPRECATED_SINCE = "@1767225600";

/** A catch-all takes any name; the memory of those warned about must not grow with them. */
const MAX_NAMES = 1000;

export function markDeprecated(answer: IngressAnswer): IngressAnswer {
  return {
    ...answer,
    headers: { ...answer.headers, deprecation: DEPRECATED_SINCE },
  };
}

export function createQueryTokenWarning(warn: (message: string) => void): (name: string) => void {
  const warned = new Set<string>();
  return (hook) => {
    const name = shortName(hook);
    if (warned.has(name) || warned.size >= MAX_NAMES) return;
    warned.add(name);
    warn(
      `The hook "${name}" was called with ?token=, which is deprecated: send "Authorization: Bearer …".`,
    );
  };
}
