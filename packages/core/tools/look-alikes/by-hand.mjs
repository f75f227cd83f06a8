// @ts-check
// Look-alikes that neither Unicode's confusables nor its decompositions list.

/** A letter → characters that readers take for it, in one case or the other. */
export const LETTERS_BY_HAND = {
  a: "ɑаАαΑᴀᎪꓮ🅐🅰🇦",
  b: "вВЬЪβΒʙᏴꓐ🅑🅱🇧",
  c: "сСϲᴄςᏟꓚ🅒🅲🇨",
  d: "ԁᴅᎠꓓ🅓🅳🇩",
  e: "еЕєЄεΕᴇ℮ᎬꓰⲈ🅔🅴🇪",
  f: "ꜰ🅕🅵🇫",
  g: "ɡցԌԍᏀ🅖🅶🇬",
  h: "һНнΗʜᎻꓧ🅗🅷🇭",
  i: "ɪ🅘🅸🇮",
  k: "кКκΚᴋᏦꓗ🅚🅺🇰",
  l: "lӏІIiΙι|1ʟᏞꓡ🅛🅻🇱",
  m: "мМΜᴍᎷꓟⲘ🅜🅼🇲",
  n: "пПηΝɴոꓠⲚ🅝🅽🇳",
  o: "0оОοΟօՕᴏσꓳⲞ🅞🅾🇴",
  p: "ᴘ🅟🅿🇵",
  r: "гГʀᴦᎡᏒꓣ🅡🆁🇷",
  s: "ѕЅꜱ5$ʂՏᏚꓢ🅢🆂🇸",
  t: "тТτΤᴛ7ᎢꓔⲦ🅣🆃🇹",
  u: "υսՍᴜцЦꓴ🅤🆄🇺",
  v: "ѵѴνᴠᏙꓦ🅥🆅🇻",
  w: "ԝшШωᴡѡԜᎳꓪ🅦🆆🇼",
  x: "хХχΧ×ꓫⲬ🅧🆇🇽",
  y: "ʏ🅨🆈🇾",
};

/** Characters that readers take for the bracket `<` of a marker. */
export const BRACKETS_BY_HAND = "<‹«〈〈《⟨⟪❮❰≪≺⋖ᐸ˂⧼❬⦑⪡";

/** Characters that readers take for the `|` of a control token. Unicode files `|` under the letter l. */
export const PIPES_BY_HAND = "|│ǀ❘";
