// An origin, a URL or a `Host` header → the host in a canonical spelling for comparisons.

interface Origin {
  readonly scheme: string;
  /** With the port, if it is not the default of the scheme. */
  readonly host: string;
}

const AUTHORITY = /^([a-z][a-z\d+.-]*):\/\/([^/?#]+)/i;

const DEFAULT_PORTS: ReadonlyMap<string, string> = new Map([
  ["http", ":80"],
  ["https", ":443"],
]);

/** Undefined without a host, such as for the `null` of pages without an origin. */
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
