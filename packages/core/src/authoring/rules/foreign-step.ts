// A path as other tools write it → what in it means something else there, and the path of the list itself.

/** `items[*].id`: JSONPath, jq, GJSON and similar languages. */
export interface ForeignStep {
  /** As written: `[*]`. */
  readonly written: string;
  readonly is: "every element" | "any depth" | "from the end" | "choice";
  /** The path before it. */
  readonly before: string;
  /** The path without it, where that names the list, or a field of its elements. */
  readonly without: string | undefined;
}

const FORMS: readonly (readonly [RegExp, ForeignStep["is"]])[] = [
  [/\[\?[^\]]*\]/, "choice"],
  [/\[-\d+:?\]|\.-\d+(?=[.[]|$)/, "from the end"],
  [/\.\.(?:\[\*\]|\*)?\.?/, "any depth"],
  [/\.?\[(?:\*|#|\d*:\d*)?\]|\.[*#](?=[.[]|$)/, "every element"],
];

/** Undefined if every step is a name or a place. Names in quotation marks are names, whatever they hold. */
export function findForeignStep(path: string): ForeignStep | undefined {
  const plain = path.replaceAll(/\[(?:"[^"]*"|'[^']*')\]/g, (name) => "_".repeat(name.length));
  for (const [form, is] of FORMS) {
    const found = form.exec(plain);
    if (found === null) continue;
    const [written] = found;
    const before = path.slice(0, found.index);
    const after = path.slice(found.index + written.length);
    const rest = is === "every element" ? findForeignStep(before + after) : undefined;
    const without = is === "every element" ? before + after : undefined;
    return { written, is, before, without: rest === undefined ? without : rest.without };
  }
  return undefined;
}
