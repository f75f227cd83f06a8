// A candidate and the token → whether they are the same, in time that tells nothing but the candidate's length.

export function tokenMatches(candidate: string, token: string): boolean {
  // Without a token nobody is let in; a comparison with nothing would let in the empty candidate.
  if (token === "") return false;
  let difference = candidate.length ^ token.length;
  for (let index = 0; index < candidate.length; index++) {
    difference |= candidate.charCodeAt(index) ^ token.charCodeAt(index % token.length);
  }
  return difference === 0;
}
