// The name of a file with * and ? → a test of names.

/** As in a shell, neither stands for the dot that begins the name of a hidden file. */
export function createNameTest(pattern: string): (name: string) => boolean {
  const wanted = [...pattern];
  return (name) => (pattern.startsWith(".") || !name.startsWith(".")) && fits([...name], wanted);
}

export function hasWildcard(text: string): boolean {
  return /[*?]/.test(text);
}

/**
 * Only the last `*` is ever tried again with one character more, so that the time is at most the product of
 * the lengths. A regular expression with many `.*` takes exponential time.
 */
function fits(name: readonly string[], pattern: readonly string[]): boolean {
  let at = 0;
  let wanted = 0;
  let star = -1;
  let afterStar = 0;
  while (at < name.length) {
    const next = pattern[wanted];
    if (next === "*") {
      star = wanted++;
      afterStar = at;
    } else if (next === "?" || next === name[at]) {
      at++;
      wanted++;
    } else if (star === -1) {
      return false;
    } else {
      wanted = star + 1;
      at = ++afterStar;
    }
  }
  return pattern.slice(wanted).every((rest) => rest === "*");
}
