// What every server of the bench does beside serving: say its port, and how much CPU time it has used.

/** @param {import("node:http").Server} server */
export function report(server) {
  const { port } = /** @type {import("node:net").AddressInfo} */ (server.address());
  process.send?.(port);
  process.on("message", () => {
    const { user, system } = process.cpuUsage();
    process.send?.(user + system);
  });
  process.on("disconnect", () => process.exit());
}
