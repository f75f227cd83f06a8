// @ts-check
// Headings → GitHub's anchors: words in lower case, joined by hyphens; a repeated one gets a number.

/** @returns {(heading: string) => string} one function for each page */
export function createSlugs() {
  const used = new Set();
  return (heading) => {
    const words = heading.toLowerCase().replaceAll(/[^\p{L}\p{N}_ -]/gu, "");
    const slug = words.replaceAll(" ", "-");
    let unique = slug;
    for (let count = 1; used.has(unique); count += 1) unique = `${slug}-${count}`;
    used.add(unique);
    return unique;
  };
}
