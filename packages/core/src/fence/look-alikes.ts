// A letter → every character that readers and models take for it, as the inside of a character class.

/** Letters of other scripts. No table of Unicode's own relates them to the Latin ones. */
const OTHER_SCRIPTS: Readonly<Record<string, string>> = {
  a: "ɑаАαΑᴀᎪꓮ🅐🅰🇦",
  b: "вВЬЪβΒʙᏴꓐ🅑🅱🇧",
  c: "сСϲᴄςᏟꓚ🅒🅲🇨",
  d: "ԁᴅᎠꓓ🅓🅳🇩",
  e: "еЕєЄεΕᴇ℮ᎬꓰⲈ🅔🅴🇪",
  h: "һНнΗʜᎻꓧ🅗🅷🇭",
  k: "кКκΚᴋᏦꓗ🅚🅺🇰",
  l: "lӏІIiΙι|1ʟᏞꓡ🅛🅻🇱",
  n: "пПηΝɴոꓠⲚ🅝🅽🇳",
  o: "0оОοΟօՕᴏσꓳⲞ🅞🅾🇴",
  r: "гГʀᴦᎡᏒꓣ🅡🆁🇷",
  s: "ѕЅꜱ5$ʂՏᏚꓢ🅢🆂🇸",
  t: "тТτΤᴛ7ᎢꓔⲦ🅣🆃🇹",
  u: "υսՍᴜцЦꓴ🅤🆄🇺",
  w: "ԝшШωᴡѡԜᎳꓪ🅦🆆🇼",
  x: "хХχΧ×ꓫⲬ🅧🆇🇽",
};

/** Where Unicode has forms of Latin letters: accented, full-width, raised, enclosed, styled. */
const RANGES_OF_FORMS = [
  [0xaa, 0x231],
  [0x2b0, 0x2e3],
  [0x1d2c, 0x1d9c],
  [0x1e00, 0x1ef1],
  [0x207f, 0x209c],
  [0x2102, 0x217e],
  [0x249c, 0x24e7],
  [0xa7f1, 0xa7f2],
  [0xff21, 0xff58],
  [0x1ccd6, 0x1cced],
  [0x1d400, 0x1d6a1],
  [0x1f110, 0x1f147],
] as const;

export function lookAlikesOf(letter: string): string {
  return `${letter}${OTHER_SCRIPTS[letter]}${FORMS.get(letter)}`;
}

const FORMS = collectForms();

/** One walk over the ranges, for all letters: half a millisecond. */
function collectForms(): ReadonlyMap<string, string> {
  const forms = new Map<string, string>();
  for (const [from, to] of RANGES_OF_FORMS) {
    for (let code = from; code <= to; code++) {
      const form = String.fromCodePoint(code);
      const letter = form
        .normalize("NFKD")
        .replace(/[()\p{M}]/gu, "")
        .toLowerCase();
      forms.set(letter, (forms.get(letter) ?? "") + form);
    }
  }
  return forms;
}
