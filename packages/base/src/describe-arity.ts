// How many arguments are taken → words for it: `1 to 3 arguments`.

export function describeArity(
  [least, most]: readonly [number, number],
  between: "to" | "or",
): string {
  if (most === Number.POSITIVE_INFINITY) return `at least ${countArguments(least)}`;
  return least === most ? countArguments(most) : `${least} ${between} ${countArguments(most)}`;
}

function countArguments(count: number): string {
  return `${count} argument${count === 1 ? "" : "s"}`;
}
