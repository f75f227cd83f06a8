// A config → functions in place of its transform modules, which change nothing.

/** Nothing of a module is run: a mapping stays as it is without its transform. */
export function leaveOutTransforms(config: unknown): Readonly<Record<string, () => undefined>> {
  const { mappings } = (config as { hooks?: { mappings?: unknown } } | undefined)?.hooks ?? {};
  const names = (Array.isArray(mappings) ? mappings : []).flatMap((mapping) => {
    const { module } = (mapping as { transform?: { module?: unknown } } | null)?.transform ?? {};
    return typeof module === "string" ? [module, module.trim()] : [];
  });
  return Object.fromEntries(names.map((name) => [name, () => undefined]));
}
