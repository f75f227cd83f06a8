// The templated fields of a mapping → their templates; what is wrong with them is reported.

import { hintNearestName, isBlank } from "@hookwright/base";
import type { SourceProblem } from "@hookwright/template/compile";
import { type CompileTemplateOptions, compileSource } from "@hookwright/template/compile";
import type { CompiledTemplate, TemplateRead, TemplateTree } from "@hookwright/template/runtime";
import { compiledFields } from "../../generated/action-records.ts";
import type {
  ChannelReportKind,
  ChannelReportValue,
  CompiledFields,
  ConfigPath,
  Problem,
} from "../../model/index.ts";
import { createProblem, type ProblemExtras } from "../../model/index.ts";
import {
  type ChannelReportPlan,
  nameOfText,
  ROOTS_OF_ELEMENTS,
  ROOTS_OF_INSTRUCTIONS,
} from "../../serving/link/index.ts";
import { checkForeignSyntax, type MappingReads } from "../advice/index.ts";
import type { Mapping } from "../config/index.ts";
import { type CompiledSource, locateInWritten } from "../config/index.ts";
import type { PlanContext } from "./plan-context.ts";

/** A template, as a plan has it and as it runs. */
export interface PlannedTemplate {
  readonly tree: TemplateTree;
  readonly template: CompiledTemplate;
}

/** The text of the action, the operator's words before it, and the fields beside it. */
interface PlannedTexts {
  readonly text: PlannedTemplate | undefined;
  readonly dedupeKey: PlannedTemplate | undefined;
  readonly coalesceKey: PlannedTemplate | undefined;
  readonly channelReports: readonly ChannelReportPlan[];
  readonly instructions: PlannedTemplate | undefined;
  readonly fields: CompiledFields<PlannedTemplate>;
  readonly reads: MappingReads;
}

interface FieldContext extends PlanContext {
  readonly keepReads: (reads: readonly TemplateRead[]) => void;
}

export function planFields(mapping: Mapping, shared: PlanContext): PlannedTexts {
  const textOptions = chooseRoots(mapping, shared.templates);
  const all: TemplateRead[] = [];
  const context = {
    ...shared,
    keepReads: (reads: readonly TemplateRead[]) => void all.push(...reads),
  };
  // The other fields are one line, or are compared as they are.
  const options: CompileTemplateOptions = { ...textOptions, emptyLines: "keep" };
  const text = planText(mapping, textOptions, context);
  const ofText = [...all];
  return {
    text,
    dedupeKey: planDedupeKey(mapping, options, context),
    coalesceKey: planField(
      mapping,
      { field: "coalesce.key", source: mapping.coalesce?.key, options },
      context,
    ),
    channelReports: CHANNEL_REPORTS.flatMap((kind) =>
      planChannelReport(mapping, { kind, options }, context),
    ),
    instructions: planInstructions(mapping, context),
    fields: compiledFields<string, PlannedTemplate>(mapping.fields, {
      template: (field, source) => planField(mapping, { field, source, options }, context),
      channel: (written) =>
        planChannel(mapping, context, { written, path: [...mapping.configPath, "channel"] }),
    }),
    reads: { text: ofText, all },
  };
}

function chooseRoots(mapping: Mapping, options: CompileTemplateOptions): CompileTemplateOptions {
  if (mapping.forEach === undefined) return options;
  return { ...options, roots: ROOTS_OF_ELEMENTS };
}

interface FieldSource {
  /** The key as the operator wrote it. */
  readonly field: string;
  readonly source: string | undefined;
  readonly options: CompileTemplateOptions;
}

function planField(
  mapping: Mapping,
  { field, source, options }: FieldSource,
  context: FieldContext,
): PlannedTemplate | undefined {
  if (source === undefined) return undefined;
  const path = [...mapping.configPath, ...field.split(".")];
  const result = compileSource(source, options);
  const what = `${field} of mapping "${mapping.id}"`;
  const compiled = { what, path, source, hooks: context.hooks };
  if (!result.ok) {
    for (const problem of result.problems) context.report(problemFromTemplate(problem, compiled));
    return undefined;
  }
  context.keepReads(result.reads);
  checkForeignSyntax(compiled, context);
  const { tree, template } = result;
  return { tree, template };
}

const CHANNEL_REPORTS: readonly ChannelReportKind[] = ["route", "undelivered"];

/** Otherwise anybody with the hook token could redirect answers, or declare them undelivered. */
function planChannelReport(
  mapping: Mapping,
  { kind, options }: { readonly kind: ChannelReportKind; readonly options: CompileTemplateOptions },
  context: FieldContext,
): readonly ChannelReportPlan[] {
  const { [kind]: written, configPath, id, auth } = mapping;
  // The schema has reported a channel that is missing or is not a text.
  if (written?.channel === undefined) return [];
  const { channel, ...values } = written;
  if (auth === undefined || auth.written === "none") {
    const message = `Mapping "${id}" has "${kind}" and no "auth" that proves who sends.`;
    const hint = `Add "auth" with the signature or the secret of the platform, such as { "provider": "slack", "secret": … }: docs/signatures.md.`;
    context.report(
      createProblem("channel_report_unproved", [...configPath, kind], message, { hint }),
    );
  }
  const path = [...configPath, kind, "channel"];
  const found = planChannel(mapping, context, { written: channel, path });
  if (found === "last") {
    const message = `"${kind}" of mapping "${id}" names the channel "${found}", which only answers can have.`;
    const hint = 'Name the channel that sends these events, such as "telegram".';
    context.report(createProblem("channel_unknown", path, message, { hint }));
  }
  return [
    {
      kind,
      channel: found,
      values: CHANNEL_REPORT_VALUES.flatMap((name) => {
        const source = (values as Partial<Record<ChannelReportValue, string>>)[name];
        const planned = planField(mapping, { field: `${kind}.${name}`, source, options }, context);
        return planned === undefined ? [] : [{ name, tree: planned.tree }];
      }),
    },
  ];
}

const CHANNEL_REPORT_VALUES: readonly ChannelReportValue[] = [
  "to",
  "from",
  "accountId",
  "id",
  "code",
];

/** Without an expression, every event but the first would count as a repeat of it. */
function planDedupeKey(
  mapping: Mapping,
  options: CompileTemplateOptions,
  context: FieldContext,
): PlannedTemplate | undefined {
  const source = mapping.dedupeKey;
  const planned = planField(mapping, { field: "dedupeKey", source, options }, context);
  if (planned?.template.isLiteral !== true) return planned;
  const message = `The dedupeKey of mapping "${mapping.id}" has no expression, so that every event but the first would count as a repeat of it.`;
  const path = findBarePath(planned.template.source.trim());
  const extras: ProblemExtras =
    path === undefined
      ? {
          hint: 'Write the fields that tell events apart as expressions, such as "order:{{id}}", or remove the key.',
        }
      : {
          hint: `Write "{{${path}}}".`,
          change: { kind: "replace", value: `{{${path}}}`, safe: IS_FIELD.test(path) },
        };
  context.report(
    createProblem("dedupe_key_constant", [...mapping.configPath, "dedupeKey"], message, extras),
  );
  return undefined;
}

/** `id`, `messages[0].id`, and how other languages write the same: `$.id`, `${id}`, `{id}`. */
const BARE_PATH =
  /^(?:\$\.|\$?\{\s*)?((?![\d.-])[\w-]+(?:\[\d+\]|\.[\w-]+|\["[^"\]]*"\])*)(\s*\})?$/;

/** A single word may also be the text that somebody meant. */
const IS_FIELD = /[.[]|(?:id|key|sha|number|uid|uuid)$/i;

/** Undefined for a text that may mix words and fields: nothing says which of them is a field. */
function findBarePath(text: string): string | undefined {
  const [, path, close] = BARE_PATH.exec(text) ?? [];
  return text.includes("{") === (close !== undefined) ? path : undefined;
}

/** Located in the partial, where the text of a partial is wrong. */
export function problemFromTemplate(
  problem: SourceProblem,
  { what, path, source, hooks }: CompiledSource & { readonly what: string },
): Problem {
  const { code, message, hint, partial } = problem;
  const isOfPartial = partial !== undefined;
  const subject = isOfPartial ? `partial "${partial}" in ${what}` : what;
  const at = isOfPartial ? ["hooks", "partials", partial] : path;
  const extras = { hint, ...locateInWritten(problem, { source, path: at, hooks }) };
  return createProblem(code, at, `Cannot compile ${subject}: ${message}.`, extras);
}

/** The message of a run, the text of a wake. It may be missing where a transform supplies it. */
function planText(
  mapping: Mapping,
  options: CompileTemplateOptions,
  context: FieldContext,
): PlannedTemplate | undefined {
  const field = nameOfText(mapping);
  if (mapping.text !== undefined && !isBlank(mapping.text)) {
    return planField(mapping, { field, source: mapping.text, options }, context);
  }
  const isNeeded = mapping.transform === undefined && !mapping.skip;
  if (isNeeded && !context.isIncomplete(mapping.configPath, SUPPLIERS_OF_TEXT)) {
    context.report(missingText(mapping, field));
  }
  return undefined;
}

const SUPPLIERS_OF_TEXT = ["messageTemplate", "textTemplate", "transform", "skip"];

function missingText({ id, text, configPath }: Mapping, field: string): Problem {
  if (text !== undefined) {
    const message = `${field} of mapping "${id}" is blank, so every event would be refused.`;
    const hint = `Write "${field}": "… {{field.of.the.body}} …". In YAML, each line of a text below | or > begins further right than "${field}".`;
    return createProblem("template_missing", [...configPath, field], message, { hint });
  }
  const message = `Mapping "${id}" has neither ${field} nor a transform, so every event would be refused.`;
  const hint = `Add "${field}": "… {{field.of.the.body}} …".`;
  return createProblem("template_missing", configPath, message, { hint });
}

/** The operator's own words to the agent, which must not read anything that a sender chose. */
function planInstructions(mapping: Mapping, context: FieldContext): PlannedTemplate | undefined {
  const source = mapping.instructions;
  const options = { ...context.templates, roots: ROOTS_OF_INSTRUCTIONS };
  const planned = planField(mapping, { field: "instructions", source, options }, context);
  if (planned === undefined || !readsPayload(planned.template, mapping)) return planned;
  const message = `The instructions of mapping "${mapping.id}" read the event; they are outside the fence, so a sender could give orders through them.`;
  const hint = `Move the expression into ${nameOfText(mapping)}; {{now}} and {{mapping}} may stay. {{path}} may stay if the mapping has a match.path.`;
  const path = [...mapping.configPath, "instructions"];
  context.report(createProblem("instructions_untrusted", path, message, { hint }));
  return undefined;
}

/**
 * Whether a rendered text can contain anything that a sender chose. `now` is ours, `mapping` the
 * operator's own word; and so is `path` where the mapping asks for one path.
 */
export function readsPayload(template: CompiledTemplate, mapping: Mapping): boolean {
  return template.roots.some((root) => {
    if (root === "now" || root === "mapping") return false;
    return root !== "path" || mapping.match.path === undefined;
  });
}

const OWN_CHANNELS =
  'Add another channel to "channels" or "host.channels" of the config, or pass the name of your own channel to `compileHooks` in its option `channels`: docs/own-channels.md.';

/** `#ops`, `@ann`, `C0123456789` of Slack, a number of a chat or of a telephone. */
const ROOM = /^(?:[#@].+|[CDGU][A-Z\d]{8,}|[-+]?\d{5,})$/;

/** The channel whose recipients have this form, where there is one that most people mean. */
function exampleFor(recipient: string): string {
  const [, name] = ROOMS.find(([form]) => form.test(recipient)) ?? [];
  return name === undefined ? "" : `, such as "channel": "${name}"`;
}

const ROOMS: readonly (readonly [form: RegExp, channel: string])[] = [
  [/^(?:#.+|[CDGU][A-Z\d]{8,})$/, "slack"],
  [/^\+/, "whatsapp"],
  [/^-\d/, "telegram"],
];

/** A gateway may load a channel that its config does not name; a host of ours sends to those of its own alone. */
function planChannel(
  { id }: Mapping,
  { channels, foreign: { pluginNames, hasHost }, report }: PlanContext,
  { written: channel, path }: { readonly written: string; readonly path: ConfigPath },
): string {
  const found = channels.find(channel);
  if (found !== undefined) return found;
  if (channel.includes("{{")) {
    const message = `The channel of mapping "${id}" contains an expression; senders cannot choose channels.`;
    const hint = 'Name one channel; only "to" may be templated.';
    report(createProblem("channel_templated", path, message, { hint }));
    return channel;
  }
  const name = channel.trim();
  const isPlugin = pluginNames.some((one) => one.toLowerCase() === name.toLowerCase());
  const severity = hasHost ? "error" : "warning";
  if (isPlugin) {
    const message = `Mapping "${id}" names the channel "${name}", which is known from "plugins.entries" alone.`;
    const hint = hasHost
      ? `The host cannot send to it: write a channel of "host.channels", or give the host one of your own: docs/own-channels.md.`
      : `Requests cannot name it: name it in "channels", too, if they should.`;
    report(createProblem("channel_unknown", path, message, { severity, hint }));
    return name;
  }
  const message = `Mapping "${id}" names the channel "${channel}", which is not known.`;
  const hint = ROOM.test(channel)
    ? `It looks like a recipient: write "to": ${JSON.stringify(channel)}, and the name of its channel${exampleFor(channel)}.`
    : (hintOtherChannel(channel, channels.ids) ??
      hintNearestName(channel, channels.ids, `Known: ${channels.ids.join(", ")}. ${OWN_CHANNELS}`));
  report(createProblem("channel_unknown", path, message, { severity, hint }));
  return name;
}

/** `slack:#general`, and words that mean that nothing is sent. */
function hintOtherChannel(written: string, known: readonly string[]): string | undefined {
  if (/^(?:none|no|off|false|null|silent|nowhere)$/i.test(written)) {
    return 'Write "deliver": false instead, so that the answer is sent to nobody.';
  }
  const [, name = "", to] = /^([a-z]+)[:/](\S.*)$/i.exec(written) ?? [];
  if (to === undefined || !known.includes(name.toLowerCase())) return undefined;
  return `Write "channel": "${name.toLowerCase()}" and "to": ${JSON.stringify(to)}.`;
}
