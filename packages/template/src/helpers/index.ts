// The helpers that every template has, by name.
import type { Helper, HelperTable } from "../render/helper.ts";
import { eachHelper } from "./blocks/each.ts";
import { ifHelper, unlessHelper } from "./blocks/if.ts";
import { rawHelper } from "./blocks/raw.ts";
import { withHelper } from "./blocks/with.ts";
import { base64DecodeHelper } from "./decode/base64-decode.ts";
import { htmlToTextHelper } from "./decode/html-to-text.ts";
import { parseJsonHelper } from "./decode/parse-json.ts";
import { stripHtmlHelper } from "./decode/strip-html.ts";
import { urlDecodeHelper } from "./decode/url-decode.ts";
import { countHelper } from "./lists/count.ts";
import { entriesHelper } from "./lists/entries.ts";
import { filterHelper } from "./lists/filter.ts";
import { findHelper } from "./lists/find.ts";
import { firstHelper } from "./lists/first.ts";
import { groupByHelper } from "./lists/group-by.ts";
import { lastHelper } from "./lists/last.ts";
import { lengthHelper } from "./lists/length.ts";
import { maxHelper } from "./lists/max.ts";
import { minHelper } from "./lists/min.ts";
import { pluckHelper } from "./lists/pluck.ts";
import { sliceHelper } from "./lists/slice.ts";
import { sortHelper } from "./lists/sort.ts";
import { sumHelper } from "./lists/sum.ts";
import { uniqueHelper } from "./lists/unique.ts";
import { andHelper } from "./logic/and.ts";
import { containsHelper } from "./logic/contains.ts";
import { eqHelper } from "./logic/eq.ts";
import { gtHelper } from "./logic/gt.ts";
import { gteHelper } from "./logic/gte.ts";
import { inHelper } from "./logic/in.ts";
import { ltHelper } from "./logic/lt.ts";
import { lteHelper } from "./logic/lte.ts";
import { neHelper } from "./logic/ne.ts";
import { notHelper } from "./logic/not.ts";
import { orHelper } from "./logic/or.ts";
import { codeHelper } from "./markdown/code.ts";
import { escapeMarkdownHelper } from "./markdown/escape-markdown.ts";
import { listHelper } from "./markdown/list.ts";
import { quoteHelper } from "./markdown/quote.ts";
import { tableHelper } from "./markdown/table.ts";
import { addHelper } from "./numbers/add.ts";
import { bytesHelper } from "./numbers/bytes.ts";
import { divideHelper } from "./numbers/divide.ts";
import { moneyHelper } from "./numbers/money.ts";
import { multiplyHelper } from "./numbers/multiply.ts";
import { numberHelper } from "./numbers/number.ts";
import { percentHelper } from "./numbers/percent.ts";
import { pluralHelper } from "./numbers/plural.ts";
import { roundHelper } from "./numbers/round.ts";
import { subtractHelper } from "./numbers/subtract.ts";
import { capitalizeHelper } from "./text/capitalize.ts";
import { chooseHelper } from "./text/choose.ts";
import { endsWithHelper } from "./text/ends-with.ts";
import { extractHelper } from "./text/extract.ts";
import { humanizeHelper } from "./text/humanize.ts";
import { joinHelper } from "./text/join.ts";
import { linesHelper } from "./text/lines.ts";
import { lowerHelper } from "./text/lower.ts";
import { matchesHelper } from "./text/matches.ts";
import { replaceHelper } from "./text/replace.ts";
import { replaceMatchHelper } from "./text/replace-match.ts";
import { splitHelper } from "./text/split.ts";
import { startsWithHelper } from "./text/starts-with.ts";
import { trimHelper } from "./text/trim.ts";
import { truncateHelper } from "./text/truncate.ts";
import { upperHelper } from "./text/upper.ts";
import { agoHelper } from "./time/ago.ts";
import { dateHelper } from "./time/date.ts";
import { durationHelper } from "./time/duration.ts";
import { defaultHelper } from "./values/default.ts";
import { jsonHelper } from "./values/json.ts";
import { lookupHelper } from "./values/lookup.ts";

const BUILT_IN: readonly Helper[] = [
  // Blocks
  ifHelper,
  unlessHelper,
  eachHelper,
  withHelper,
  rawHelper,
  // Values
  lookupHelper,
  defaultHelper,
  jsonHelper,
  // Text
  upperHelper,
  lowerHelper,
  trimHelper,
  replaceHelper,
  splitHelper,
  linesHelper,
  joinHelper,
  truncateHelper,
  startsWithHelper,
  endsWithHelper,
  matchesHelper,
  extractHelper,
  replaceMatchHelper,
  chooseHelper,
  humanizeHelper,
  capitalizeHelper,
  // Lists
  firstHelper,
  lastHelper,
  lengthHelper,
  sliceHelper,
  pluckHelper,
  sortHelper,
  uniqueHelper,
  filterHelper,
  findHelper,
  countHelper,
  sumHelper,
  minHelper,
  maxHelper,
  groupByHelper,
  entriesHelper,
  // Logic
  eqHelper,
  neHelper,
  ltHelper,
  lteHelper,
  gtHelper,
  gteHelper,
  andHelper,
  orHelper,
  notHelper,
  inHelper,
  containsHelper,
  // Time
  dateHelper,
  agoHelper,
  durationHelper,
  // Numbers
  numberHelper,
  pluralHelper,
  addHelper,
  subtractHelper,
  multiplyHelper,
  divideHelper,
  roundHelper,
  percentHelper,
  bytesHelper,
  moneyHelper,
  // Markdown
  quoteHelper,
  codeHelper,
  listHelper,
  tableHelper,
  escapeMarkdownHelper,
  // Decode
  stripHtmlHelper,
  htmlToTextHelper,
  base64DecodeHelper,
  urlDecodeHelper,
  parseJsonHelper,
];

export const builtInHelpers: HelperTable = new Map(BUILT_IN.map((helper) => [helper.name, helper]));
