// A key → whether it is an operator of conditions, which was written where a match was expected.

const OPERATOR =
  /^(?:[=!]=?=?|!!|[<>]=?|and|or|in|if|var|some|all|none|startsWith|endsWith|matches|exists)$/;

export function isOperator(key: string): boolean {
  return OPERATOR.test(key);
}
