// A report of the differences of two configs → its page: not allowed ones first, prompts side by side.
import type { DiffGroup, DiffReport, SideRow, TextSides } from "../model/reports.ts";
import { visibleText } from "../view-model/visible-text.ts";
import { LocationLink, Pieces, type PiecesProps, Sources, Text } from "./parts.tsx";

export function DiffPage(props: DiffReport) {
  const { before, after, events, same, groups, mappings, end, isOk, files } = props;
  return (
    <main>
      <h1>What the change does</h1>
      <dl class="sides-named">
        <dt>Before</dt>
        <dd>{visibleText(before)}</dd>
        <dt>After</dt>
        <dd>{visibleText(after)}</dd>
      </dl>
      <p class={isOk ? "good-words" : "bad-words"}>{visibleText(end)}</p>
      {events === 0 ? undefined : (
        <p>
          {events} {events === 1 ? "event" : "events"}, {same} with the same result.
        </p>
      )}
      {groups.map(Group)}
      {mappings.length === 0 ? undefined : (
        <section>
          <h2>Mappings</h2>
          <ul>
            {mappings.map((sentence) => (
              <li>
                <Text text={sentence} />
              </li>
            ))}
          </ul>
        </section>
      )}
      {files.length === 0 ? undefined : (
        <section>
          <h2>Configs</h2>
          <Sources files={files} scope={0} />
        </section>
      )}
    </main>
  );
}

/** More names of events are behind a click. */
const MAX_EVENTS = 5;

function Group(group: DiffGroup) {
  const { name, isAllowed, text, count, percent, events, before, after, lines, prompt } = group;
  const rest = events.slice(MAX_EVENTS);
  return (
    <section class={isAllowed ? "group allowed" : "group"}>
      <h2>
        {name}
        {isAllowed ? " (allowed)" : ""}: {count} {count === 1 ? "event" : "events"}, {percent} %
      </h2>
      <div class="reason">
        <Text text={text} />
      </div>
      <dl>
        {before === after ? (
          <Result name="Result" text={before} />
        ) : (
          <>
            <Result name="Before" text={before} />
            <Result name="After" text={after} />
          </>
        )}
        <dt>Events</dt>
        <dd>
          <Text text={events.slice(0, MAX_EVENTS).join(", ")} />
          {rest.length === 0 ? undefined : (
            <details>
              <summary>{rest.length} more</summary>
              <ul>
                {rest.map((event) => (
                  <li>{visibleText(event)}</li>
                ))}
              </ul>
            </details>
          )}
        </dd>
        {lines.length === 0 ? undefined : (
          <>
            <dt>Config</dt>
            <dd>
              {lines.map(({ place, text: change }) => (
                <div>
                  <LocationLink place={place} scope={0} />{" "}
                  <span class="code">
                    <Text text={change} />
                  </span>
                </div>
              ))}
            </dd>
          </>
        )}
      </dl>
      {prompt === undefined ? undefined : <Sides {...prompt} />}
    </section>
  );
}

function Result({ name, text }: { readonly name: string; readonly text: string }) {
  return (
    <>
      <dt>{name}</dt>
      <dd>
        <Text text={text} />
      </dd>
    </>
  );
}

function Sides({ rows, before, after }: TextSides) {
  return (
    <>
      <h3>What the agent reads</h3>
      <table class="sides code">
        <thead>
          <tr>
            <th scope="col">Before</th>
            <th scope="col">After</th>
          </tr>
        </thead>
        <tbody>{rows.map(Row)}</tbody>
      </table>
      <Whole name="Whole text before" text={before} />
      <Whole name="Whole text after" text={after} />
    </>
  );
}

function Row(row: SideRow) {
  if ("leftOut" in row) {
    return (
      <tr class="left-out">
        <td colSpan={2}>
          {row.leftOut} equal {row.leftOut === 1 ? "line" : "lines"}
        </td>
      </tr>
    );
  }
  const { isSame, before, after } = row;
  return (
    <tr class={isSame ? "equal" : undefined}>
      <td>
        {before === undefined ? undefined : <Side pieces={before} as={isSame ? "div" : "del"} />}
      </td>
      <td>
        {after === undefined ? undefined : <Side pieces={after} as={isSame ? "div" : "ins"} />}
      </td>
    </tr>
  );
}

interface SideProps extends PiecesProps {
  readonly as: "div" | "del" | "ins";
}

function Side({ pieces, as: Tag }: SideProps) {
  return (
    <Tag>
      <Pieces pieces={pieces} />
    </Tag>
  );
}

function Whole({ name, text }: { readonly name: string; readonly text: string }) {
  return (
    <details>
      <summary>{name}</summary>
      <div class="code whole-text">{visibleText(text)}</div>
    </details>
  );
}
