// A text with HTML entities → the characters that they stand for; unknown ones stay as they are.

/** In the order of Latin-1, from 160 on. */
const LATIN_1 =
  "nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn sup2 sup3 acute micro para middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest Agrave Aacute Acirc Atilde Auml Aring AElig Ccedil Egrave Eacute Ecirc Euml Igrave Iacute Icirc Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash Ugrave Uacute Ucirc Uuml Yacute THORN szlig agrave aacute acirc atilde auml aring aelig ccedil egrave eacute ecirc euml igrave iacute icirc iuml eth ntilde ograve oacute ocirc otilde ouml divide oslash ugrave uacute ucirc uuml yacute thorn yuml";

/** Entities that mails and web editors write besides those of Latin-1. */
const COMMON: readonly (readonly [name: string, character: string])[] = [
  ["amp", "&"],
  ["lt", "<"],
  ["gt", ">"],
  ["quot", '"'],
  ["apos", "'"],
  ["ndash", "–"],
  ["mdash", "—"],
  ["lsquo", "‘"],
  ["rsquo", "’"],
  ["sbquo", "‚"],
  ["ldquo", "“"],
  ["rdquo", "”"],
  ["bdquo", "„"],
  ["lsaquo", "‹"],
  ["rsaquo", "›"],
  ["hellip", "…"],
  ["bull", "•"],
  ["euro", "€"],
  ["trade", "™"],
  ["larr", "←"],
  ["rarr", "→"],
  ["minus", "−"],
  ["ensp", "\u2002"],
  ["emsp", "\u2003"],
  ["thinsp", "\u2009"],
  ["zwnj", "\u200c"],
  ["zwj", "\u200d"],
];

const NAMED: ReadonlyMap<string, string> = new Map([
  ...LATIN_1.split(" ").map((name, index) => [name, String.fromCharCode(160 + index)] as const),
  ...COMMON,
]);

/** Every part has a bounded length, so that a text without semicolons takes linear time. */
const ENTITY = /&(?:#(\d{1,7})|#[xX]([0-9a-fA-F]{1,6})|([A-Za-z][A-Za-z0-9]{1,7}));/g;

export function decodeEntities(text: string): string {
  return text.replace(
    ENTITY,
    (entity: string, decimal?: string, hexadecimal?: string, name?: string) => {
      if (name !== undefined) return NAMED.get(name) ?? entity;
      if (decimal !== undefined) return characterFromCode(Number(decimal));
      return characterFromCode(Number.parseInt(hexadecimal as string, 16));
    },
  );
}

/** As in browsers, a number that is not a character gives the replacement character. */
function characterFromCode(code: number): string {
  const isSurrogate = code >= 0xd800 && code <= 0xdfff;
  return code === 0 || code > 0x10_ffff || isSurrogate ? "\ufffd" : String.fromCodePoint(code);
}
