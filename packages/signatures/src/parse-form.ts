// The bytes of a form → its fields in the order in which they were sent, or undefined where it is none.

declare class TextDecoder {
  constructor(label: "utf-8", options: { fatal: true });
  decode(bytes: Uint8Array): string;
}

type FormFields = readonly (readonly [name: string, value: string])[];

export function parseForm(body: Uint8Array): FormFields | undefined {
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(body);
    if (text === "") return [];
    return text.split("&").flatMap((pair) => (pair === "" ? [] : [parsePair(pair)]));
  } catch {
    return undefined;
  }
}

function parsePair(pair: string): readonly [string, string] {
  const equals = pair.indexOf("=");
  if (equals === -1) return [decode(pair), ""];
  return [decode(pair.slice(0, equals)), decode(pair.slice(equals + 1))];
}

function decode(text: string): string {
  return decodeURIComponent(text.replaceAll("+", " "));
}

/** Names in the order of their code units, each before its value; equal values of one name count once. */
export function sortedForm(fields: FormFields): string {
  const values = new Map<string, Set<string>>();
  for (const [name, value] of fields) {
    const known = values.get(name);
    if (known === undefined) values.set(name, new Set([value]));
    else known.add(value);
  }
  // `<` and `sort` without a comparison both order by code units.
  const sorted = [...values].sort(([one], [other]) => (one < other ? -1 : 1));
  return sorted.flatMap(([name, set]) => [...set].sort().map((value) => name + value)).join("");
}
