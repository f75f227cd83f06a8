// The filters, methods and functions of other languages, by what our templates call them. Data.

/**
 * Left: our call. `$` is the value, `$1` and `$2` are the further arguments, with `?` where they may be
 * missing; `-$2` is an argument that has no meaning here. Right: what others call it, in small letters and
 * without `_` and `-`.
 */
const CALLS = `
upper $ = upcase uppercase touppercase toupper strtoupper ucase
lower $ = downcase lowercase tolowercase tolower strtolower lcase
trim $ = strip trimspace squish
capitalize $ = capitalizefirst ucfirst upperfirst capfirst
truncate $ $1 ellipsis=$2? = truncate truncatechars limit shorten excerpt abbreviate ellipsis
first $ $1 = trunc
replace $ $1 $2 = replaceall replace
replace $ $1 "" = remove
split $ $1 = explode
join $ $1? = implode joinlist
startsWith $ $1 = hasprefix beginswith
endsWith $ $1 = hassuffix
contains $ $1 = contains includes has include
matches $ $1 = regexmatch test
extract $ $1 = regexfind match
length $ = size len count strlen itemcount arraylength
slice $ $1 $2? = substring
unique $ = uniq distinct
pluck $ $1 = map collect
sort $ by=$1? = sort sortby orderby sortnatural
filter $ by=$1 eq=$2? = where
sum $ by=$1? = sum total
groupBy $ by=$1 = groupby
default $ $1 -$2 = default d fallback coalesce ifempty ifnull nvl
eq $ $1 = eq equals equal isequal is same
ne $ $1 = ne neq notequal notequals isnt
gte $ $1 = ge
lte $ $1 = le
lookup $ $1 = get index dig
date $ $1? = formatdate dateformat strftime format datetime formattime formatdatetime todate
date $ "YYYY-MM-DDTHH:mm:ss.SSS[Z]" = toisostring
ago $ = timeago fromnow naturaltime relativetime
number $ = formatnumber numberformat intcomma numberwithcommas tolocalestring numberwithdelimiter
number $ digits=$1 grouping="" = tofixed
money $ $1 = currency formatcurrency formatmoney moneywithcurrency
bytes $ = filesizeformat filesize formatbytes humanbytes prettybytes humansize naturalsize
plural $ $1 $2? = pluralize pluralise
add $ $1 = plus
subtract $ $1 = minus sub
multiply $ $1 = times mul
divide $ $1 = dividedby divideby div
round $ digits=$1? = round
percent $ $1 = percentage
json $ = tojson stringify jsonencode jsonify dump
json $ indent=2 = toprettyjson prettyjson
parseJson $ = fromjson jsonparse jsondecode parse
stripHtml $ = striptags removehtml html2text plaintext
base64Decode $ = b64dec atob b64decode
urlDecode $ = decodeuricomponent decodeuri
entries $ = items topairs
list $ = ul bulletlist bullets
$ = safe escape e raw html forceescape safestring tostring string moment dayjs
`;

/** What has no call of its own here, with the helpers that come near. Only for hints. */
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

/** One of our calls: its helper, absent where the value stays as it is, and where the arguments go. */
export interface CallShape {
  readonly helper: string;
  readonly slots: readonly string[];
}

export function normalizeName(name: string): string {
  return name.replace(/[_-]/g, "").toLowerCase();
}

/** Name in another language → our call. */
export function createCallTable(): ReadonlyMap<string, CallShape> {
  return new Map(
    readRows(CALLS).flatMap(([words, names]) => {
      const helper = words[0] === "$" ? "" : (words[0] as string);
      const shape = { helper, slots: helper === "" ? words : words.slice(1) };
      return names.map((name) => [name, shape] as const);
    }),
  );
}

/** Name in another language → our helpers that come near. */
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
