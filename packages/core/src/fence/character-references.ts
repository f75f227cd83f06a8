// Names of HTML's character references, as data: those of signs, spaces and letters of the markers.

/** A name in lower case → the character. */
export const CHARACTERS_BY_NAME: ReadonlyMap<string, string> = new Map(
  Object.entries({
    ...{ lt: "<", gt: ">", amp: "&", quot: '"', apos: "'", nbsp: " ", sol: "/", bsol: "\\" },
    ...{
      lsqb: "[",
      lbrack: "[",
      rsqb: "]",
      rbrack: "]",
      vert: "|",
      verbar: "|",
      verticalline: "|",
    },
    ...{ lowbar: "_", underbar: "_", tab: "\t", newline: "\n", excl: "!", num: "#", colon: ":" },
    ...{ comma: ",", period: ".", semi: ";", equals: "=", dollar: "$", percnt: "%", ast: "*" },
    ...{ midast: "*", plus: "+", grave: "`", hyphen: "-", dash: "-", ndash: "-", mdash: "-" },
    ...{ minus: "-", middot: "·", bull: "•", hat: "^", lpar: "(", rpar: ")", lcub: "{", rcub: "}" },
    ...{ laquo: "«", lsaquo: "‹", lang: "⟨", langle: "⟨", leftanglebracket: "⟨", ll: "≪", pr: "≺" },
    ...{ raquo: "»", rsaquo: "›", rang: "⟩", rangle: "⟩", rightanglebracket: "⟩", gg: "≫" },
    ...{ prec: "≺", ltdot: "⋖", lessdot: "⋖", nlt: "≮", nless: "≮", nestedlessless: "≪" },
    ...{ ensp: " ", emsp: " ", emsp13: " ", emsp14: " ", numsp: " ", puncsp: " ", thinsp: " " },
    ...{ thinspace: " ", hairsp: " ", mediumspace: " ", nonbreakingspace: " " },
    ...{ shy: "", zwj: "", zwnj: "", lrm: "", rlm: "", zerowidthspace: "", nobreak: "", ic: "" },
    ...{ negativethinspace: "", negativemediumspace: "", negativethickspace: "", it: "", af: "" },
    ...{ negativeverythinspace: "", invisiblecomma: "", invisibletimes: "", applyfunction: "" },
    ...{ alpha: "α", beta: "β", epsilon: "ε", eta: "η", iota: "ι", kappa: "κ", mu: "μ", nu: "ν" },
    ...{ omicron: "ο", rho: "ρ", sigma: "σ", tau: "τ", upsilon: "υ", chi: "χ", omega: "ω" },
    ...{ gamma: "γ", inodot: "ı", imath: "ı", ii: "i", ee: "e", dd: "d", ell: "ℓ", hbar: "ħ" },
    ...{ acy: "а", vcy: "в", gcy: "г", iecy: "е", iocy: "ё", kcy: "к", ncy: "н", ocy: "о" },
    ...{ pcy: "п", rcy: "р", scy: "с", tcy: "т", ucy: "у", khcy: "х", tscy: "ц", shcy: "ш" },
    ...{ iukcy: "і", yicy: "ї", dscy: "ѕ", hardcy: "ъ", softcy: "ь", mcy: "м" },
    ...{ szlig: "s", thorn: "þ", eth: "ð", fflig: "ff", filig: "fi", fllig: "fl" },
  }),
);

/** `&eacute;`, `&Efr;`, `&eopf;`: a letter with an accent, or of another style. */
export const STYLED_LETTER: RegExp =
  /^([a-z])(?:acute|grave|circ|uml|tilde|cedil|ring|caron|breve|macr|ogon|dot|strok|slash|fr|scr|opf)$/;

/** What browsers read where a number names one of these C1 controls. */
export const CHARACTERS_BY_C1: ReadonlyMap<number, string> = new Map([
  [0x83, "f"],
  [0x8a, "s"],
  [0x8b, "‹"],
  [0x9a, "s"],
  [0x9b, "›"],
  [0x9f, "y"],
]);
