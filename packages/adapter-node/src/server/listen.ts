// A server and where it shall listen → where it does.
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";

/** Where a server listens. */
export interface ListenAddress {
  readonly host: string;
  readonly port: number;
  /** Where a client on this machine reaches it: `http://127.0.0.1:8080`. */
  readonly url: string;
}

export function listen(
  server: Server,
  { host, port }: { host: string; port: number },
): Promise<ListenAddress> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, host, () => {
      server.off("error", reject);
      resolve(describeAddress(server.address() as AddressInfo));
    });
  });
}

/** "Any address" is for listening; clients need one that they can reach. */
const REACHABLE: ReadonlyMap<string, string> = new Map([
  ["0.0.0.0", "127.0.0.1"],
  ["::", "::1"],
]);

function describeAddress({ address, family, port }: AddressInfo): ListenAddress {
  const reachable = REACHABLE.get(address) ?? address;
  const authority = family === "IPv6" ? `[${reachable}]` : reachable;
  return { host: address, port, url: `http://${authority}:${port}` };
}
