// A date pattern of another language → the same in our tokens; undefined if it is one of ours already.

/** A notation of dates: how to recognise it, its tokens, and what each of them is here. */
interface Notation {
  readonly recognise: RegExp;
  readonly tokens: RegExp;
  readonly meanings: ReadonlyMap<string, string>;
}

/** The first that fits is taken. Created when it is needed: few configs have such a mistake. */
const createNotations = (): readonly Notation[] => [
  {
    // strftime: Liquid, Python, Ruby, C
    recognise: /%[-A-Za-z]/,
    tokens: /%-?[A-Za-z%]|%:z|[A-Za-z]+|[^%A-Za-z]+|%/g,
    meanings: readMeanings(
      "%Y=YYYY %y=YY %m=MM %-m=M %B=MMMM %b=MMM %h=MMM %d=DD %-d=D %e=D %A=dddd %a=ddd %H=HH %-H=H %k=H %I=hh %-I=h %l=h %M=mm %-M=m %S=ss %-S=s %L=SSS %p=A %P=a %z=ZZ %:z=Z %Z=[UTC] %F=YYYY-MM-DD %T=HH:mm:ss %R=HH:mm %D=MM/DD/YY %%=%",
    ),
  },
  {
    // Go: how the 2nd of January 2006, 15:04:05 is written
    recognise: /2006|15:04|\bJan(?:uary)? _?2\b/,
    tokens:
      /January|Monday|2006|Jan|Mon|MST|Z07:00|-07:00|-0700|\.000|PM|pm|0[1-6]|15|_2|[1-5]|[A-Za-z]+|[^A-Za-z]/g,
    meanings: readMeanings(
      "2006=YYYY 06=YY 01=MM 1=M January=MMMM Jan=MMM 02=DD 2=D _2=D Monday=dddd Mon=ddd 15=HH 03=hh 3=h 04=mm 4=m 05=ss 5=s .000=.SSS PM=A pm=a Z07:00=Z -07:00=Z -0700=ZZ MST=[UTC]",
    ),
  },
  {
    // PHP and Twig
    recognise: /^(?=.*[Yi])(?:[^A-Za-z]|([A-Za-z])(?!\1))*$/,
    tokens: /[A-Za-z]|[^A-Za-z]/g,
    meanings: readMeanings(
      "Y=YYYY y=YY m=MM n=M M=MMM F=MMMM d=DD j=D D=ddd l=dddd H=HH G=H h=hh g=h i=mm s=ss A=A a=a T=[UTC] P=Z",
    ),
  },
  {
    // Unicode: Java, .NET, date-fns
    recognise: /y{2,4}|(?<!d)dd?(?!d)|E{3}/,
    tokens: /'[^']*'|([A-Za-z])\1*|[^A-Za-z]/g,
    meanings: readMeanings(
      "yyyy=YYYY y=YYYY yy=YY MMMM=MMMM MMM=MMM MM=MM M=M dd=DD d=D EEEE=dddd EEE=ddd HH=HH H=H hh=hh h=h mm=mm m=m ss=ss s=s SSS=SSS a=A tt=A XXX=Z xxx=Z xx=ZZ T=T",
    ),
  },
];

function readMeanings(table: string): ReadonlyMap<string, string> {
  return new Map(
    table.split(" ").map((pair) => {
      const at = pair.indexOf("=");
      return [pair.slice(0, at), pair.slice(at + 1)] as const;
    }),
  );
}

/** `isOurs` says whether a pattern has a meaning here: only strftime and Go look like ours and are not. */
export function convertDatePattern(
  pattern: string,
  isOurs: (pattern: string) => boolean,
): string | undefined {
  const notations = createNotations();
  const silent = notations.slice(0, 2).find(({ recognise }) => recognise.test(pattern));
  if (silent === undefined && isOurs(pattern)) return undefined;
  const notation = silent ?? notations.find(({ recognise }) => recognise.test(pattern));
  const written = notation && writePattern(pattern, notation);
  return written !== undefined && isOurs(written) ? written : undefined;
}

/** Undefined if there is a token that has no meaning here. */
function writePattern(pattern: string, { tokens, meanings }: Notation): string | undefined {
  let written = "";
  for (const [token] of pattern.matchAll(tokens)) {
    const known = meanings.get(token);
    if (known === undefined && /^%[^%]/.test(token)) return undefined;
    written += known ?? writeLiteral(token);
  }
  return written;
}

/** As in our patterns, a single T needs no brackets. */
function writeLiteral(token: string): string {
  const text = token.startsWith("'") ? token.slice(1, -1) : token;
  return text === "T" || !/[A-Za-z]/.test(text) ? text : `[${text}]`;
}
