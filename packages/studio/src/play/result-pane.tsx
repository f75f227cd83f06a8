// What the event becomes: the agent's text as boxes, the settings of the action, and why each mapping took it or not.
import type { Explanation } from "@hookwright/core";
import { useState } from "preact/hooks";
import type { NearMiss, Result } from "../model/messages.ts";
import { type BoxSpan, type MessageView, messageViews } from "../view-model/message-boxes.ts";
import { visibleText } from "../view-model/visible-text.ts";
import type { TestCase } from "../view-model/write-test-file.ts";
import { NearMisses } from "./near-misses.tsx";

interface ResultPaneProps {
  readonly result: Result | undefined;
  /** The config is broken now, and this is the result before it was. */
  readonly isStale: boolean;
  readonly focused: (span: BoxSpan) => boolean;
  readonly onSpan: (span: BoxSpan) => void;
  readonly cases: readonly TestCase[];
  readonly onLoad: (miss: NearMiss) => void;
  readonly onKeep: (kept: TestCase) => void;
  readonly onKeepThis: () => void;
  readonly onSaveCases?: (() => void) | undefined;
  readonly testFile: string;
  /** Absent on a page without a server. */
  readonly transforms?: TransformsProps | undefined;
}

export function ResultPane(props: ResultPaneProps) {
  const { result, isStale, focused, onSpan, transforms, ...forCases } = props;
  const ran = transforms?.ran;
  return (
    <section
      class={isStale ? "pane result stale" : "pane result"}
      aria-labelledby="result-title"
      tabIndex={-1}
    >
      <h2 id="result-title">3. The agent gets</h2>
      {isStale ? (
        <p class="note">The config has an error: this is the result before it.</p>
      ) : undefined}
      {result === undefined ? (
        <p class="note">Nothing yet.</p>
      ) : (
        <>
          {transforms === undefined || isStale ? undefined : (
            <Transforms explanation={result.explanation} {...transforms} />
          )}
          <Outcome explanation={ran ?? result.explanation} focused={focused} onSpan={onSpan} />
          <NearMisses misses={result.nearMisses} {...forCases} />
          <Why explanation={ran ?? result.explanation} />
        </>
      )}
    </section>
  );
}

interface TransformsProps {
  /** What the event becomes with its transform. */
  readonly ran: Explanation | undefined;
  /** Why it could not be run. */
  readonly problem: string | undefined;
  readonly isRunning: boolean;
  readonly onRun: () => void;
  readonly onAgain: () => void;
}

/** Modules may send requests and write files, so they run only when somebody asks. */
function Transforms(props: TransformsProps & { readonly explanation: Explanation }) {
  const { explanation, ran, problem, isRunning, onRun, onAgain } = props;
  if (!explanation.notes.some(({ code }) => code === "transform_left_out")) return undefined;
  return (
    <div class="transforms">
      {ran === undefined ? (
        <>
          <p class="note">
            The mapping has a transform, which is left out below. <em>Run transforms</em> runs the
            module on this machine with this event: it can send requests and write files.
          </p>
          <button type="button" disabled={isRunning} onClick={onRun}>
            {isRunning ? "Running…" : "Run transforms"}
          </button>
        </>
      ) : (
        <>
          <p class="note">This is with the transform, which was run once.</p>
          <button type="button" onClick={onAgain}>
            Change the event and try again
          </button>
        </>
      )}
      {problem === undefined ? undefined : (
        <p class="bad" role="alert">
          {visibleText(problem)}
        </p>
      )}
    </div>
  );
}

interface OutcomeProps extends Pick<ResultPaneProps, "focused" | "onSpan"> {
  readonly explanation: Explanation;
}

function Outcome({ explanation, focused, onSpan }: OutcomeProps) {
  const views = messageViews(explanation);
  if (views.length === 0) return <p class="outcome">{sentenceOf(explanation)}</p>;
  return (
    <>
      {views.map((view) => (
        <MessageBoxes view={view} focused={focused} onSpan={onSpan} />
      ))}
    </>
  );
}

function sentenceOf({ resolution }: Explanation): string {
  switch (resolution.outcome) {
    case "unmatched":
      return "Nothing: no mapping takes this event. The sender gets 404.";
    case "skipped":
      return `Nothing: the mapping "${resolution.mappingId}" skips such events. The sender gets 200.`;
    case "handled":
      return `Nothing: the mapping "${resolution.mappingId}" had nothing to do.`;
    case "refused":
      return `Nothing: the event is refused with ${resolution.refusal.status}. ${resolution.refusal.message}`;
    default:
      return "Nothing.";
  }
}

interface MessageBoxesProps extends Pick<ResultPaneProps, "focused" | "onSpan"> {
  readonly view: MessageView;
}

function MessageBoxes({ view, focused, onSpan }: MessageBoxesProps) {
  const [isWhole, setWhole] = useState(false);
  return (
    <article class="message">
      <h3>{view.title}</h3>
      {isWhole ? (
        <pre class="whole" tabIndex={0}>
          {visibleText(view.text)}
        </pre>
      ) : (
        view.boxes.map((box) => (
          <div class={`box ${box.kind}`}>
            <p class="from">
              {box.kind === "operator" ? "Your words" : `From outside, fenced: ${box.source ?? ""}`}
            </p>
            <pre tabIndex={0}>
              {box.spans.map((span) =>
                span.expression === undefined ? (
                  visibleText(span.text)
                ) : (
                  <SpanButton span={span} isFocused={focused(span)} onSpan={onSpan} />
                ),
              )}
            </pre>
          </div>
        ))
      )}
      <p>
        <button type="button" class="quiet" onClick={() => setWhole(!isWhole)}>
          {isWhole ? "Show the parts" : "Show the whole text with its fence"}
        </button>
      </p>
      <dl class="settings">
        {view.settings.map(([name, value]) => (
          <>
            <dt>{name}</dt>
            <dd>{visibleText(value)}</dd>
          </>
        ))}
      </dl>
    </article>
  );
}

interface SpanButtonProps extends Pick<ResultPaneProps, "onSpan"> {
  readonly span: BoxSpan;
  readonly isFocused: boolean;
}

/** Not a `button`, which would be one block, also for a text of several lines. */
function SpanButton({ span, isFocused, onSpan }: SpanButtonProps) {
  return (
    <span
      role="button"
      tabIndex={0}
      class={isFocused ? "span focused" : "span"}
      aria-label={`${visibleText(span.text)}, from ${span.expression}`}
      onClick={() => onSpan(span)}
      onKeyDown={(event) => {
        if (event.key !== "Enter" && event.key !== " ") return;
        event.preventDefault();
        onSpan(span);
      }}
    >
      {visibleText(span.text)}
    </span>
  );
}

const RESULTS = {
  matched: "takes it",
  "not matched": "does not",
  "not tried": "is not asked",
} as const;

const HALVES = { body: "rendered", else: "rendered its else", none: "rendered nothing" } as const;

function Why({
  explanation: { matches, blocks, emptyExpressions, unreachedExpressions, notes },
}: {
  readonly explanation: Explanation;
}) {
  return (
    <>
      <h3>Why</h3>
      <ol class="why">
        {matches.map((match) => (
          <MatchRow match={match} />
        ))}
      </ol>
      {blocks.length === 0 ? undefined : (
        <ul class="blocks">
          {blocks.map(({ expression, rendered, turns }) => (
            <li>
              <code>{expression}</code> {HALVES[rendered]}
              {turns === undefined ? undefined : ` (${turns} elements)`}
            </li>
          ))}
        </ul>
      )}
      {emptyExpressions.map(({ field, expression, nearest, hint }) => (
        <p class="bad">
          <code>{expression}</code> of {field} is empty.{" "}
          {nearest === undefined ? hint : `Did you mean ${nearest}?`}
        </p>
      ))}
      {unreachedExpressions.length === 0 ? undefined : (
        <p class="note">
          Not reached: {unreachedExpressions.map(({ expression }) => expression).join(", ")}
        </p>
      )}
      {notes.map(({ message }) => (
        <p class="note">{message}</p>
      ))}
    </>
  );
}

function MatchRow({ match }: { readonly match: Explanation["matches"][number] }) {
  const { mappingId, result, wouldMatchIf, clauses = [] } = match;
  return (
    <li class={result === "matched" ? "yes" : "no"}>
      <strong>{mappingId}</strong> {RESULTS[result]}
      {wouldMatchIf === undefined ? undefined : <span class="near">{wouldMatchIf}</span>}
      {clauses.length === 0 ? undefined : (
        <ul>
          {clauses.map((clause) => (
            <ClauseRow clause={clause} />
          ))}
        </ul>
      )}
    </li>
  );
}

type Clause = NonNullable<Explanation["matches"][number]["clauses"]>[number];

/** Also those that passed, with what they saw. */
function ClauseRow({
  clause: { clause, result, wanted, seen, atoms = [] },
}: {
  readonly clause: Clause;
}) {
  return (
    <li class={result === "passed" ? "yes" : "no"}>
      <code>{clause}</code>
      {wanted === undefined ? ` ${result}` : ` = ${wanted.map(visibleText).join(" or ")}`}
      {wanted === undefined || result === "passed" ? undefined : ", but is "}
      {wanted === undefined || result === "passed" ? undefined : saw(seen)}
      {atoms.map(({ expression, holds, seen }) => (
        <span class={holds === true ? "atom holds" : "atom"}>
          <code>{expression}</code> {holds === true ? "holds" : "does not hold"}
          {seen.map(({ expression, value }) => (
            <span class="seen">
              <code>{expression}</code> is {value === undefined ? "missing" : written(value)}
            </span>
          ))}
        </span>
      ))}
    </li>
  );
}

function saw(seen: string | undefined): string {
  return seen === undefined ? "missing" : written(seen);
}

function written(value: unknown): string {
  return visibleText(JSON.stringify(value));
}
