// A candidate and tokens → whether one is equal, in a time that depends only on the candidate's length.

/** Compares with every token, so that the time does not reveal which one matched. */
export function anyTokenMatches(candidate: string, tokens: readonly string[]): boolean {
  return tokens.reduce((found, token) => tokenMatches(candidate, token) || found, false);
}

export function tokenMatches(candidate: string, token: string): boolean {
  // Without this line, an empty candidate would equal an empty token.
  if (token === "") return false;
  let difference = candidate.length ^ token.length;
  for (let index = 0; index < candidate.length; index++) {
    difference |= candidate.charCodeAt(index) ^ token.charCodeAt(index % token.length);
  }
  return difference === 0;
}
