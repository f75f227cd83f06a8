// The value of a Content-Type → one of its parameters.

type Parameter = "charset" | "boundary";

const PARAMETERS: Readonly<Record<Parameter, RegExp>> = {
  charset: /;\s*charset\s*=\s*(?:"([^"]*)"|([^\s;"]+))/i,
  boundary: /;\s*boundary\s*=\s*(?:"([^"]*)"|([^\s;"]+))/i,
};

export function readParameter(contentType: string, name: Parameter): string | undefined {
  const [, quoted, bare] = PARAMETERS[name].exec(contentType) ?? [];
  return quoted ?? bare;
}
