// The value of --dispatch → the target of actions.
import { type CliError, createUsageError } from "../cli-error.ts";

export type DispatchTarget =
  | { readonly kind: "print" }
  /** This process carries the actions out. */
  | { readonly kind: "host" }
  /** `url` has no trailing slash. */
  | { readonly kind: "forward"; readonly url: URL };

const FORWARD = "forward:";
const USAGE =
  "Write print, host, or forward: and the URL of a gateway's hooks, such as forward:http://127.0.0.1:18789/hooks.";

/** No message repeats the value, because a URL may contain a password. */
export function parseTarget(value: string): DispatchTarget {
  if (value === "print" || value === "host") return { kind: value };
  if (!value.startsWith(FORWARD)) throw createUsageError("--dispatch is not known.", USAGE);
  const text = value.slice(FORWARD.length);
  if (!URL.canParse(text)) throw createUsageError("--dispatch forward: has no valid URL.", USAGE);
  const url = new URL(text);
  const error = checkUrl(url);
  if (error !== undefined) throw error;
  url.pathname = url.pathname.replace(/\/+$/, "");
  return { kind: "forward", url };
}

function checkUrl(url: URL): CliError | undefined {
  if (url.protocol !== "http:" && url.protocol !== "https:")
    return createUsageError("--dispatch forward: needs an http: or https: URL.", USAGE);
  if (url.username !== "" || url.password !== "" || url.search !== "" || url.hash !== "") {
    const message = "The URL of --dispatch forward: has a user, a query or a fragment.";
    return createUsageError(message, "Put the token into the variable of --forward-token-env.");
  }
  return undefined;
}
