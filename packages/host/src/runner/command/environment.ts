// The host's environment and the settings → that of a child: a list of names, and nothing else.

/** What a program needs to find others, its files and its language. No secret has one of these names. */
const INHERITED: readonly string[] = [
  ...["PATH", "LANG", "LC_ALL", "LC_CTYPE", "TZ", "TMPDIR"],
  ...["SSL_CERT_FILE", "SSL_CERT_DIR", "NODE_EXTRA_CA_CERTS", "SYSTEMROOT"],
];

export type Environment = Readonly<Record<string, string | undefined>>;

interface EnvironmentParts {
  readonly inherited: Environment;
  /** Further names to hand on. */
  readonly passEnv: readonly string[];
  readonly home: string;
  /** In order; a later one goes before an earlier one. */
  readonly own: readonly Environment[];
}

export function createEnvironment({
  inherited,
  passEnv,
  home,
  own,
}: EnvironmentParts): Readonly<Record<string, string>> {
  const shared = [...INHERITED, ...passEnv].map((name) => [name, inherited[name]] as const);
  const all = [...shared, ["HOME", home] as const, ...own.flatMap((some) => Object.entries(some))];
  return Object.fromEntries(
    // A variable cannot hold a zero: spawn() would throw.
    all.filter((entry): entry is [string, string] => entry[1]?.includes("\0") === false),
  );
}
