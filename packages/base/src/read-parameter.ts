// The value of a Content-Type → one of its parameters.

type Parameter = "charset" | "boundary";

const PARAMETERS: Readonly<Record<Parameter, RegExp>> = {
  // Some senders write single quotes, which no charset has in its name.
  charset: /;\s*charset\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s;"']+))/i,
  boundary: /;\s*boundary\s*=\s*(?:"([^"]*)"|([^\s;"]+))/i,
};

export function readParameter(contentType: string, name: Parameter): string | undefined {
  const [, ...found] = PARAMETERS[name].exec(contentType) ?? [];
  return found.find((value) => value !== undefined);
}
