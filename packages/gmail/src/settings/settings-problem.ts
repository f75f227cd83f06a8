// What keeps `hooks.gmail` from being used, as data.
import type { ConfigPath } from "@hookwright/core/problems";

/** One thing to correct. */
export interface SettingsProblem {
  /** `["hooks", "gmail", "topic"]` */
  readonly path: ConfigPath;
  /** One sentence that names the key. Holds no secret. */
  readonly message: string;
  readonly hint: string;
}

/** Of a key of `hooks.gmail`; `what` goes on after the name of the key: `is not a mail address.` */
export function problemOf(
  key: string,
  { what, hint }: { readonly what: string; readonly hint: string },
): SettingsProblem {
  const path = ["hooks", "gmail", ...key.split(".")];
  return { path, message: `${path.join(".")} ${what}`, hint };
}
