// `PORT` or `HOST:PORT` → where the operator's server listens: on this machine alone, unless told otherwise.
import { InvalidArgumentError } from "commander";
import type { AdminAddress } from "./serve-admin.ts";

const ADDRESS = /^(?:(?<host>[\w.-]+|\[[\da-fA-F:.]+\]):)?(?<port>\d{1,5})$/;

export function parseAdmin(text: string): AdminAddress {
  const { host = "127.0.0.1", port = "" } = ADDRESS.exec(text)?.groups ?? {};
  if (port === "" || Number(port) > 65_535) {
    throw new InvalidArgumentError("Write a port such as 9090, or HOST:PORT.");
  }
  return { host: host.replace(/^\[(.*)\]$/, "$1"), port: Number(port) };
}
