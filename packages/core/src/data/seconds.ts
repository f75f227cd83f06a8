// Seconds as written → whole seconds: hosts count in integers, and a limit must not become longer.

export function wholeSeconds(seconds: number | undefined): number | undefined {
  return seconds === undefined ? undefined : Math.floor(seconds);
}
