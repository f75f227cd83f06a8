// The filters, methods and functions of other languages, by what our templates call them. Data.

/**
 * In front: how the call is written where our call renders the same. `b` is `x | f`, `l` is `x | f: 1` of
 * Liquid, `j` is `x | f(1)` of Jinja, `g` is `x | f 1` of Go, `m` is `x.f(1)` or `f(x)`, `p` is `f x`;
 * `any` is all of them. With `none`, and in every other way of writing it, our call is only close, or
 * what the other one does is not known: no machine may write it.
 *
 * Left: our call. `$` is the value, `$1` and `$2` are the further arguments, with `?` where they may be
 * missing, followed by their default; `lower:$` is a call within it. Right: what others call it,
 * in small letters and without `_` and `-`. Of several rows for a name, the first one for its way of
 * writing is taken.
 */
const CALLS = `
any upper $ = upper upcase uppercase touppercase toupper strtoupper ucase
any lower $ = lower downcase lowercase tolowercase tolower strtolower lcase
any trim $ = trim strip trimspace
none trim $ = squish
any capitalize $ = capitalizefirst ucfirst upperfirst capfirst
bljm capitalize lower:$ = capitalize
l truncate $ $1 ellipsis=$2?"..." = truncate
l truncate $ $1 = truncatechars
g truncate $ $1 = truncate
none truncate $ $1 ellipsis=$2? = truncate truncatechars limit shorten excerpt abbreviate ellipsis
pg first $ $1 = trunc
bm first $ = first
bm last $ = last
ljgp replace $ $1 $2 = replace
any replace $ $1 $2 = replaceall
none replace $ $1 $2 = replace
l replace $ $1 "" = remove
m split $ $1 = split
none split $ $1 = split explode
ljgm join $ $1 = join
none join $ $1? = join implode joinlist
m startsWith $ $1 = startswith
pg startsWith $ $1 = hasprefix
none startsWith $ $1 = beginswith
m endsWith $ $1 = endswith
pg endsWith $ $1 = hassuffix
mpg contains $ $1 = contains includes
pg contains $ $1 = has
none contains $ $1 = include
none matches $ $1 = regexmatch test
none extract $ $1 = regexfind match
any length $ = length size len count strlen itemcount arraylength
lm slice $ $1 $2? = slice
m slice $ $1 $2? = substring
any unique $ = uniq
none unique $ = unique distinct
lj pluck $ $1 = map
none pluck $ $1 = collect
none sort $ by=$1? = sort sortby orderby sortnatural
l filter $ by=$1 eq=$2 = where
none find $ by=$1 eq=$2 = find
blj sum $ by=$1? = sum
none sum $ by=$1? = total
none groupBy $ by=$1 = groupby
ljm default $ $1 = default
g or $ $1 = default
none default $ $1 = default
any default $ $1 = d fallback coalesce ifempty ifnull nvl
any eq $ $1 = eq equals equal isequal is same
any ne $ $1 = ne neq notequal notequals isnt
any gte $ $1 = ge
any lte $ $1 = le
p lookup $ $1 = index
m lookup $ $1 = get
none lookup $ $1 = get index
ljgpm date $ $1 = date formatdate dateformat strftime datetime formattime formatdatetime todate
m date $ $1 = format
none date $ $1? = date formatdate dateformat strftime datetime formattime formatdatetime todate format
m date $ "YYYY-MM-DDTHH:mm:ss.SSS[Z]" = toisostring
none ago $ = timeago fromnow naturaltime relativetime
any number $ = intcomma numberwithcommas
none number $ = formatnumber numberformat tolocalestring numberwithdelimiter
none number $ digits=$1 grouping="" = tofixed
none money $ $1 = currency formatcurrency formatmoney moneywithcurrency
none bytes $ = filesizeformat filesize formatbytes humanbytes prettybytes humansize naturalsize
none plural $ $1 $2? = plural pluralize pluralise
any add $ $1 = plus
any subtract $ $1 = minus sub
any multiply $ $1 = times mul
none divide $ $1 = dividedby divideby div divide
l round $ digits=$1? = round
none round $ digits=$1? = round
none percent $ $1 = percentage
bmp json $ = json stringify dump jsonify
none json $ = tojson jsonencode
none json $ indent=2 = toprettyjson prettyjson
any parseJson $ = fromjson jsonparse jsondecode
mp parseJson $ = parse
none stripHtml $ = striptags removehtml html2text plaintext
bgp base64Decode $ = b64dec b64decode base64decode
none base64Decode $ = atob
none urlDecode $ = decodeuricomponent decodeuri
none entries $ = items topairs
none list $ = list ul bulletlist bullets
any $ = safe raw safestring tostring string moment dayjs
none $ = escape e html forceescape
`;

/** What has no call of its own here, with the helpers that are close. Only for hints. */
const NEAR = `
humanize capitalize = title titlecase titleize startcase
lower replaceMatch  = slug slugify parameterize kebabcase camelcase snakecase
trim                = lstrip rstrip trimstart trimend ltrim rtrim chomp
round               = floor ceil abs int tofloat tonumber
join                = concat append prepend
sort last           = reverse
filter find         = selectattr rejectattr reject detect findwhere
lines replace       = nl2br newlinetobr splitlines
truncate lines      = wordwrap wrap truncatewords indent
if default          = isempty isnotempty blank present exists isset iif ternary
choose              = switch case when
eq if               = ifcond compare cond ifeq
extract replaceMatch = regex regexreplace regexsearch
duration            = humanizeduration formatduration naturaldelta timespan
escapeMarkdown code = markdown md escapemarkdown backtick
each                = foreach for loop range repeat times
`;

/** How a call is written: `x | f`, `x | f: 1`, `x | f(1)`, `x | f 1`, `x.f(1)` or `f(x)`, `f x`. */
export type CallForm = "bare" | "liquid" | "jinja" | "piped" | "method" | "prefix";

const FORMS: readonly (readonly [letter: string, form: CallForm])[] = [
  ["b", "bare"],
  ["l", "liquid"],
  ["j", "jinja"],
  ["g", "piped"],
  ["m", "method"],
  ["p", "prefix"],
];

/** One of our calls: its helper, absent where the value stays as it is, and where the arguments go. */
export interface CallShape {
  readonly helper: string;
  readonly slots: readonly string[];
  /** Written in such a way, the call renders what the other one does. */
  readonly exact: readonly CallForm[];
}

export function normalizeName(name: string): string {
  return name.replace(/[_-]/g, "").toLowerCase();
}

/** Name in another language → our calls. */
export function createCallTable(): ReadonlyMap<string, readonly CallShape[]> {
  const table = new Map<string, CallShape[]>();
  for (const [[letters = "", ...words], names] of readRows(CALLS)) {
    const helper = words[0] === "$" ? "" : (words[0] as string);
    const isExact = (letter: string): boolean => letters === "any" || letters.includes(letter);
    const exact =
      letters === "none" ? [] : FORMS.flatMap(([letter, form]) => (isExact(letter) ? form : []));
    const shape = { helper, slots: helper === "" ? words : words.slice(1), exact };
    for (const name of names) table.set(name, [...(table.get(name) ?? []), shape]);
  }
  return table;
}

/** Name in another language → our helpers that are close. */
export function createNearTable(): ReadonlyMap<string, readonly string[]> {
  return new Map(
    readRows(NEAR).flatMap(([helpers, names]) => names.map((name) => [name, helpers] as const)),
  );
}

type Row = readonly [ours: readonly string[], names: readonly string[]];

function readRows(table: string): readonly Row[] {
  return table
    .trim()
    .split("\n")
    .map((line) => {
      const at = line.lastIndexOf("= ");
      return [words(line.slice(0, at)), words(line.slice(at + 2))];
    });
}

function words(text: string): readonly string[] {
  return text.trim().split(/\s+/);
}
