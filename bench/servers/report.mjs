// A server of the bench → messages with its port and its CPU time.

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
