// An origin or URL as text, or a `Host` header → the host, in the one spelling in which hosts are compared.

interface Origin {
  readonly scheme: string;
  /** With the port, where it is not the one of the scheme. */
  readonly host: string;
}

const AUTHORITY = /^([a-z][a-z\d+.-]*):\/\/([^/?#]+)/i;

const DEFAULT_PORTS: ReadonlyMap<string, string> = new Map([
  ["http", ":80"],
  ["https", ":443"],
]);

/** Undefined for what names no host, as the `null` of pages that have no origin. */
export function parseOrigin(text: string): Origin | undefined {
  const [, scheme = "", authority] = AUTHORITY.exec(text) ?? [];
  if (authority === undefined) return undefined;
  const name = scheme.toLowerCase();
  return { scheme: name, host: canonicalHost(authority, name) };
}

/** `Example.com:443` → `example.com` for https. */
export function canonicalHost(host: string, scheme: string): string {
  const name = host.toLowerCase();
  const port = DEFAULT_PORTS.get(scheme);
  return port !== undefined && name.endsWith(port) ? name.slice(0, -port.length) : name;
}
