// The typed config → mappings in one spelling with all defaults, presets included.
import { hintNearestName, oneLine, stripOuterSlashes } from "@hookwright/base";
import { type ValueReaders, writtenFields } from "../../generated/action-records.ts";
import { LOCKABLE_FIELDS } from "../../generated/field-lists.ts";
import { mappingSettings } from "../../generated/mapping-settings.ts";
import {
  type ConfigPath,
  configPathToText,
  createProblem,
  type FormOptions,
  HOOKS_DEFAULTS,
  MAPPING_DEFAULTS,
  type MatchClauses,
  type Problem,
  type RateLimit,
  type Report,
  type TransformReference,
  type ValueClause,
} from "../../model/index.ts";
import type {
  HooksInput,
  MappingInput,
  MatchInput,
  MatchValues,
  TransformInput,
} from "./config.ts";
import { copyPlain } from "./copy-plain.ts";
import type { ForEach, Mapping, MappingAuth, MappingBody, MappingCoalesce } from "./mapping.ts";
import { IMAP_HINT } from "./misnamed-keys.ts";
import { parseConfig } from "./parse-config.ts";
import { builtInPresets, MAIL_PATH, mailBodyLimit, type Preset } from "./presets.ts";

interface NormalizeOptions {
  /** Presets beside the built-in ones. */
  readonly presets?: Readonly<Record<string, Preset>> | undefined;
  readonly report: Report;
}

/** The mappings of hooks in one spelling, those of presets after the operator's own; what is wrong is reported. */
export function normalizeMappings(
  hooks: HooksInput,
  { presets: ownPresets = {}, report }: NormalizeOptions,
): readonly Mapping[] {
  if (hooks.include?.some((entry) => entry !== undefined)) report(UNRESOLVED);
  const written = (hooks.mappings ?? []).flatMap((input, index) => {
    const configPath = ["hooks", "mappings", index];
    // A mapping that is not an object is already reported.
    if (input === undefined) return [];
    return [
      withMailLimit(
        normalizeMapping(input, { id: input.id?.trim() ?? `mapping-${index + 1}`, configPath }),
        hooks,
      ),
    ];
  });
  const presets: Readonly<Record<string, Preset>> = { ...builtInPresets, ...ownPresets };
  const taken = new Set(written.map((mapping) => mapping.id));
  const mappings = [...written];
  for (const [index, name] of (hooks.presets ?? []).entries()) {
    // A name that was no text at all is reported already.
    if (name === undefined) continue;
    const configPath = ["hooks", "presets", index];
    for (const input of runPreset({ name, configPath, hooks }, presets, report)) {
      const id = freeId(input.id?.trim() ?? name, taken);
      mappings.push(normalizeMapping(input, { id, configPath, preset: name }));
    }
  }
  return mappings;
}

/** The watcher posts up to a hundred mails at once, whichever mapping takes them. */
function withMailLimit(mapping: Mapping, hooks: HooksInput): Mapping {
  const { match, maxBodyBytes } = mapping;
  if (match.path !== MAIL_PATH || maxBodyBytes !== undefined) return mapping;
  return { ...mapping, maxBodyBytes: Math.max(mailBodyLimit(hooks), hooks.maxBodyBytes ?? 0) };
}

/** A loader of config files replaces the key by the mappings of the files. The core reads no files. */
const UNRESOLVED = createProblem(
  "include_unresolved",
  ["hooks", "include"],
  "hooks.include names files, which only a loader of config files reads.",
  { hint: "Load the config with loadHooks of @hookwright/config, or write the mappings here." },
);

/** An operator's mapping may be called like the preset whose events it takes over. */
function freeId(wanted: string, taken: Set<string>): string {
  let id = wanted;
  for (let count = 2; taken.has(id); count++) id = `${wanted}-preset${count === 2 ? "" : count}`;
  taken.add(id);
  return id;
}

/** What would never match a request path as it is sent: clients encode braces and resolve dots. */
const UNMATCHABLE = /[?#\s{}]|\/\/|(?:^|\/)\.{1,2}(?:\/|$)/;

/** How paths of files begin, or what only they contain. */
const FILE_PATH = /^[~.]|^[A-Za-z]:|\\/;

export function normalizeBasePath(written: string | undefined, report: Report): string {
  if (written === undefined || written.trim() === "") return HOOKS_DEFAULTS.path;
  const isFile = FILE_PATH.test(written.trim());
  const name = stripOuterSlashes(written.trim());
  if (name !== "" && !isFile && !UNMATCHABLE.test(name)) return `/${name}`;
  const otherwise = name === "" ? BASE_IS_ROOT : BASE_IS_INVALID;
  const { message, hint } = isFile ? BASE_IS_FILE : otherwise;
  report(createProblem("path_invalid", ["hooks", "path"], message, { hint }));
  return HOOKS_DEFAULTS.path;
}

const WRITE_DEFAULT = `Write "${HOOKS_DEFAULTS.path}", the default.`;

const BASE_IS_FILE = {
  message: "hooks.path is the path of the endpoint's URL, not of a file.",
  hint: WRITE_DEFAULT,
};

const BASE_IS_ROOT = {
  message:
    'hooks.path must name a path below the root: with "/", each page of the server would be the name of a hook, also that of its health check.',
  hint: `${WRITE_DEFAULT} For a sender that posts to the root alone, let a proxy add the path.`,
};

const BASE_IS_INVALID = {
  message: "hooks.path must name a path below the root, without spaces, query or fragment.",
  hint: WRITE_DEFAULT,
};

interface PresetUse {
  readonly name: string;
  /** Where the config names it. */
  readonly configPath: ConfigPath;
  readonly hooks: HooksInput;
}

/** A preset's name and the `hooks` block → the mappings that it makes, checked as if the operator had written them. */
function runPreset(
  use: PresetUse,
  presets: Readonly<Record<string, Preset>>,
  report: Report,
): readonly MappingInput[] {
  const { name, configPath } = use;
  if (!Object.hasOwn(presets, name)) {
    const known = Object.keys(presets);
    const hint = hintNearestName(name, known, hintForPreset(use, known));
    const message = `There is no preset "${name}".`;
    report(createProblem("preset_unknown", configPath, message, { hint }));
    return [];
  }
  const made = callPreset(presets[name] as Preset, use.hooks);
  if (typeof made === "string") {
    report(createProblem("preset_failed", configPath, `The preset "${name}" ${made}.`));
    return [];
  }
  const config = parseConfig({ hooks: { mappings: made } }, (problem) =>
    report(problemOfPreset(problem, use)),
  );
  const mappings: readonly (MappingInput | undefined)[] = config?.hooks?.mappings ?? [];
  return mappings.flatMap((input) => input ?? []);
}

/** The mappings, or why there are none, in words. Never throws. */
function callPreset(preset: Preset, hooks: HooksInput): readonly unknown[] | string {
  try {
    // A copy: what a preset changes in it changes nothing.
    const made: unknown = preset(copyPlain(hooks).value as HooksInput);
    return Array.isArray(made) ? made : "did not give a list of mappings";
  } catch {
    return "threw an error";
  }
}

/** The operator did not write the mapping, so the place is that of the preset's name. */
function problemOfPreset({ path, message, ...rest }: Problem, use: PresetUse): Problem {
  const place = configPathToText(path.slice(1));
  return {
    ...rest,
    path: use.configPath,
    message: `The preset "${use.name}" gives a wrong mapping: ${message} (${place})`,
  };
}

const OWN_PRESETS = "A preset of your own is an option of `compileHooks`: docs/own-channels.md.";

const OTHER_MAIL =
  /^(?:imap|pop3?|smtp|e?-?mail|outlook|exchange|office365|o365|icloud|yahoo|fastmail)$/i;

/** A name that none is near. People write that of a vendor: presets are few, and mappings are what vendors need. */
function hintForPreset({ name, hooks }: PresetUse, known: readonly string[]): string {
  const names = (hooks.mappings ?? []).map((one) =>
    stripOuterSlashes(`${one?.match?.path}`.trim()),
  );
  const own = names.find((one) => one.toLowerCase() === name.toLowerCase());
  if (own !== undefined) {
    return `Remove it: the mapping with "path": "${own}" takes the webhooks of that name already.`;
  }
  if (OTHER_MAIL.test(name)) return IMAP_HINT;
  const list = `Known: ${known.join(", ")}.`;
  if (!/^[a-z][a-z\d-]{2,30}$/.test(name)) return `${list} ${OWN_PRESETS}`;
  return `${list} For webhooks of ${name} write an entry of "mappings": { "match": { "path": "${name}" }, "auth": { "provider": "${name}", "secret": … }, "messageTemplate": … }; docs/recipes and docs/providers have some to copy. ${OWN_PRESETS}`;
}

interface MappingOrigin {
  readonly id: string;
  readonly configPath: ConfigPath;
  readonly preset?: string;
}

/** A mapping as written → one spelling, with every default. */
export function normalizeMapping(input: MappingInput, origin: MappingOrigin): Mapping {
  const action = input.action ?? MAPPING_DEFAULTS.action;
  return {
    ...mappingSettings(input),
    id: origin.id,
    configPath: origin.configPath,
    preset: origin.preset,
    match: normalizeMatch(input.match),
    auth: normalizeAuth(input),
    body: normalizeBody(input.body),
    respond: input.respond,
    forEach: normalizeForEach(input.forEach),
    dedupeKey: textOrNothing(input.dedupeKey),
    coalesce: normalizeCoalesce(input.coalesce),
    route: input.route,
    undelivered: input.undelivered,
    rateLimit: normalizeRateLimit(input.rateLimit),
    maxBodyBytes: input.maxBodyBytes,
    instructions: textOrNothing(input.instructions),
    action,
    text: action === "agent" ? input.messageTemplate : input.textTemplate,
    fields: writtenFields(input, READERS),
    transform: normalizeTransform(input.transform, input),
  };
}

const NO_FILES: FormOptions["files"] = new Map();

function normalizeBody(body: MappingInput["body"]): MappingBody | undefined {
  if (body === undefined) return undefined;
  if (typeof body === "string") return { format: body, isNested: false, files: NO_FILES };
  const { form, multipart } = body;
  return {
    format: multipart === undefined ? "form" : "multipart",
    isNested: form === "nested",
    files: new Map(Object.entries(multipart?.files ?? {})),
  };
}

const READERS: ValueReaders = {
  line: (text) => textOrNothing(text, oneLine),
  id: (text) => textOrNothing(text),
};

function normalizeAuth({ auth, match }: MappingInput): MappingAuth | undefined {
  if (auth === undefined) return undefined;
  const path = stripOuterSlashes(match?.path?.trim() ?? "");
  return { id: `auth:${path}`, written: auth, orToken: auth !== "none" && auth.orToken === true };
}

function normalizeRateLimit(input: MappingInput["rateLimit"]): RateLimit | undefined {
  if (input?.events === undefined) return undefined;
  const { events, perSeconds = 1, burst = events } = input;
  return { intervalMs: (perSeconds * 1_000) / events, burst };
}

const MAX_WINDOW_SECONDS = 86_400;

function normalizeCoalesce(input: MappingInput["coalesce"]): MappingCoalesce | undefined {
  // The schema has reported what is missing.
  if (input?.key === undefined || input.seconds === undefined) return undefined;
  const { key, seconds, limit = 50, keep = "all" } = input;
  const { maxSeconds = Math.min(10 * seconds, MAX_WINDOW_SECONDS) } = input;
  return { key: key.trim(), seconds, maxSeconds, limit, keep };
}

function normalizeForEach(input: MappingInput["forEach"]): ForEach | undefined {
  if (input === undefined) return undefined;
  const { path, when, limit, ...flags } = typeof input === "string" ? { path: input } : input;
  const { atomic = false, parse = false, single = false } = flags;
  return { path: path.trim(), when, takesFirst: limit === "first", atomic, parse, single };
}

function normalizeTransform(
  input: TransformInput | undefined,
  mapping: MappingInput,
): TransformReference | undefined {
  if (input?.module === undefined) return undefined;
  return {
    ...input,
    module: input.module.trim(),
    lock: normalizeLock(input.lock, mapping),
  };
}

/** Nothing by default: existing configs rely on modules that change what the mapping sets. */
function normalizeLock(
  lock: TransformInput["lock"],
  mapping: MappingInput,
): TransformReference["lock"] {
  if (lock === undefined || lock === false) return NONE;
  if (lock !== true) return lock;
  return LOCKABLE_FIELDS.filter((field) => mapping[field] !== undefined);
}

function textOrNothing(
  text: string | undefined,
  change: (text: string) => string = (same) => same,
): string | undefined {
  const result = text === undefined ? "" : change(text.trim());
  return result === "" ? undefined : result;
}

/** A match in one spelling; absent, it takes every event. */
export function normalizeMatch(input: MatchInput = {}): MatchClauses {
  const clauses: Writable<MatchClauses> = {
    headers: normalizeValues(input.headers ?? {}, HEADER),
    query: normalizeValues(input.query ?? {}, PARAMETER),
  };
  // Added, not spread: a spread on a condition gives every object a hidden class of its own, 200 bytes.
  const path = textOrNothing(input.path, stripOuterSlashes);
  if (path !== undefined) clauses.path = path;
  const source = textOrNothing(input.source);
  if (source !== undefined) clauses.source = source;
  if (input.when !== undefined) clauses.when = input.when;
  if (input.not !== undefined) clauses.not = normalizeMatch(input.not);
  return clauses;
}

type Writable<T> = { -readonly [Key in keyof T]: T[Key] };

/** How names and values are compared. */
interface Spelling {
  readonly name: (name: string) => string;
  readonly value: (value: string) => string;
}

/** No header has white space around its value. */
const HEADER: Spelling = { name: (name) => name.toLowerCase(), value: (value) => value.trim() };

const PARAMETER: Spelling = { name: (name) => name, value: (value) => value };

function normalizeValues(values: MatchValues, spell: Spelling): readonly ValueClause[] {
  const entries = Object.entries(values);
  // One list for all: most mappings ask for none.
  if (entries.length === 0) return NONE;
  return entries.map(([name, wanted]) => ({
    name: spell.name(name.trim()),
    values: [wanted].flat().map(spell.value),
  }));
}

const NONE: readonly never[] = [];
