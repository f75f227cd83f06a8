// Settings of a host as a config without channels gives them.

/** @param {{ maxConcurrent: number, agentDefaults: object, agents?: ReadonlyMap<string, object> }} options */
export function hostSettings({ maxConcurrent, agentDefaults, agents = new Map() }) {
  return {
    defaultAgent: "main",
    agents,
    agentDefaults,
    maxConcurrent,
    timeZone: "UTC",
    mainKey: "main",
    onInterrupted: "rerun",
    unknownDelivery: "resend",
    stopGraceMs: 30_000,
    retryMaxMs: 7_200_000,
    retainMs: 30 * 86_400_000,
  };
}
