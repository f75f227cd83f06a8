// Letters of the markers → letters of other scripts that look the same, which no folding of Unicode maps.

export const HOMOGLYPHS: ReadonlyMap<string, string> = new Map([
  ["a", "аА"],
  ["b", "вВʙ"],
  ["c", "сСᴄ"],
  ["d", "ԁᴅ"],
  ["e", "еЕΕᴇ"],
  ["h", "нНʜ"],
  ["k", "кКᴋ"],
  ["n", "ɴ"],
  ["o", "оОοΟᴏ"],
  ["r", "ʀ"],
  ["s", "ѕЅꜱ"],
  ["t", "тТΤᴛ"],
  ["u", "υᴜ"],
  ["w", "ᴡ"],
  ["<", "‹〈⟨❮❰«≪《"],
]);
