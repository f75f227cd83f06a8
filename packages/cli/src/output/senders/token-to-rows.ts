// The comparison of tokens → rows of a label and a text, which shows neither token.
import type { TokenComparison, TokenPlace, TokenTrace } from "@hookwright/signatures";
import type { Row } from "./check-result.ts";

export function tokenToRows({ place, comparisons }: TokenTrace): readonly Row[] {
  const rows = comparisons.map((one, index): Row => {
    const texts = one.map((comparison, at) => `secret ${at + 1} ${COMPARISONS[comparison]}`);
    return [`token ${index + 1}`, texts.join(", ")];
  });
  return [["token in", describePlace(place)], ...(rows.length === 0 ? [NOTHING] : rows)];
}

const NOTHING: Row = ["token", "none was found there"];

function describePlace({ header, prefix = "", query, body }: TokenPlace): string {
  if (header !== undefined) {
    return `the header ${header}${prefix === "" ? "" : `, behind "${prefix}"`}`;
  }
  if (query !== undefined) return `the query parameter ${query}`;
  return body === undefined
    ? "the header authorization: user:password, as Basic has it"
    : `the field ${[body].flat().join(" or ")} of the body`;
}

const COMPARISONS: Readonly<Record<TokenComparison, string>> = {
  equal: "is right",
  "white-space": "differs in the white space around it",
  case: "differs in upper and lower case",
  "has-prefix": "is right behind a prefix that was sent, too",
  "lacks-prefix": "is right but for its beginning, which was not sent",
  longer: "differs: what was sent is longer",
  shorter: "differs: what was sent is shorter",
  differs: "differs",
};
