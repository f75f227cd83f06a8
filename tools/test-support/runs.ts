// How often a law is tried: as often as the suite can afford, or as HOOKWRIGHT_RUNS says.

export function runs(usual: number): number {
  return Number(process.env["HOOKWRIGHT_RUNS"] ?? usual);
}
