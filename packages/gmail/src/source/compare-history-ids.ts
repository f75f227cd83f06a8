// History ids are integers of 64 bits as text, which a number cannot hold.

export function isHistoryId(id: unknown): id is string {
  return typeof id === "string" && /^\d{1,20}$/.test(id);
}

/** As a function of `sort`. */
export function compareHistoryIds(left: string, right: string): number {
  const difference = BigInt(left) - BigInt(right);
  if (difference === 0n) return 0;
  return difference < 0n ? -1 : 1;
}
