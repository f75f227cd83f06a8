// The text of a config → the same text without the secrets that are written in it.

const CONFIG_LINE =
  /^(\s*(?:- )?["']?(\w+)["']?\s*:\s*)(["']?)([^"'#\s{[$|>][^"'\n]*?)(["']?,?)(\s+(?:#|\/\/).*)?$/;

const SECRET_KEY =
  /^(?:\w*token|\w*secret|password|passwd|api_?key|authorization|private_?key|credentials?)$/i;

/**
 * Replaces the values of keys such as `token` and `apiKey`, and reports each key. References such as `${HOOK_TOKEN}` stay.
 * It reads lines, because the text may have mistakes.
 */
export function redactConfigText(
  text: string,
  note: (key: string) => void = () => undefined,
): string {
  return text
    .split("\n")
    .map((line) => redactConfigLine(line, note))
    .join("\n");
}

/** A literal secret in a text that may not be parsable; a reference such as `${HOOK_TOKEN}` stays. */
function redactConfigLine(line: string, note: (key: string) => void): string {
  const [, head = "", key = "", open = "", , close = "", rest = ""] = CONFIG_LINE.exec(line) ?? [];
  if (!SECRET_KEY.test(key)) return line;
  note(key);
  return `${head}${open}REDACTED${close}${rest}`;
}
