// The name of a file with * and ? → a test of names.

/** As in a shell, neither stands for the dot that begins the name of a hidden file. */
export function createNameTest(pattern: string): (name: string) => boolean {
  const source = [...pattern].map((character) => WILDCARDS[character] ?? quote(character)).join("");
  const fits = new RegExp(`^${source}$`, "su");
  return (name) => fits.test(name) && (pattern.startsWith(".") || !name.startsWith("."));
}

export function hasWildcard(text: string): boolean {
  return /[*?]/.test(text);
}

const WILDCARDS: Readonly<Record<string, string>> = { "*": ".*", "?": "." };

function quote(character: string): string {
  return /[\\^$.|+()[\]{}/]/.test(character) ? `\\${character}` : character;
}
