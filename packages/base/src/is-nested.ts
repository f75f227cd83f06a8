// A value and a number of levels → whether lists and objects in it stand within each other deeper than that.

/** Never deeper itself than `levels`, so that no value makes the stack too small. */
export function isNested(value: unknown, levels: number): boolean {
  if (typeof value !== "object" || value === null) return false;
  return levels === 0 || Object.values(value).some((part) => isNested(part, levels - 1));
}
