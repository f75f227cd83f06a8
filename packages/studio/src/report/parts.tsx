// What the reports share: texts from outside, places as links, and the source with notes behind its lines.
import type { ComponentChildren } from "preact";
import type {
  CaseToAdd,
  SourceFile,
  SourceLine,
  SourceLocation,
  SourcePiece,
} from "../model/reports.ts";
import { visibleText } from "../view-model/visible-text.ts";

/** The rest of a longer text is behind a click. */
const MAX_SHOWN = 400;

/** Text from outside. Its parent must not be a paragraph. */
export function Text({ text }: { readonly text: string }) {
  return <Pieces pieces={[{ text }]} />;
}

export interface PiecesProps {
  readonly pieces: readonly SourcePiece[];
}

export function Pieces({ pieces }: PiecesProps) {
  const [shown, rest] = cut(pieces);
  if (rest.length === 0) return shown.map(Marked);
  const count = rest.reduce((sum, { text }) => sum + text.length, 0);
  return (
    <>
      {shown.map(Marked)}
      <details>
        <summary>{count} more characters</summary>
        {rest.map(Marked)}
      </details>
    </>
  );
}

function Marked({ text, mark }: SourcePiece) {
  const shown = visibleText(text);
  return mark === undefined ? shown : <span class={mark}>{shown}</span>;
}

/** The pieces of the first characters, and the others. A few more characters are not worth a click. */
function cut(
  pieces: readonly SourcePiece[],
): readonly [shown: readonly SourcePiece[], rest: readonly SourcePiece[]] {
  const length = pieces.reduce((sum, { text }) => sum + text.length, 0);
  if (length <= MAX_SHOWN * 1.2) return [pieces, []];
  const shown: SourcePiece[] = [];
  const rest: SourcePiece[] = [];
  let room = MAX_SHOWN;
  for (const piece of pieces) {
    const { text } = piece;
    // A cut within a surrogate pair would show neither half.
    const end = /[\ud800-\udbff]$/.test(text.slice(0, room)) ? room - 1 : room;
    if (end > 0) shown.push({ ...piece, text: text.slice(0, end) });
    if (text.length > end) rest.push({ ...piece, text: text.slice(Math.max(end, 0)) });
    room -= text.length;
    if (room < 0) room = 0;
  }
  return [shown, rest];
}

/** `scope` distinguishes the configs of a page. */
export function LocationLink({
  place,
  scope,
}: {
  readonly place: SourceLocation;
  readonly scope: number;
}) {
  return <a href={`#${idOf(scope, place.file, place.line)}`}>{visibleText(place.text)}</a>;
}

function idOf(scope: number, file: number, line: number): string {
  return `line-${scope}-${file}-${line}`;
}

export function AddCase({ add }: { readonly add: CaseToAdd | undefined }) {
  if (add === undefined) return undefined;
  return (
    <dl>
      <dt>{add.isInIt === true ? "Case" : "Event of"}</dt>
      <dd>
        <Text text={add.from} />
      </dd>
      <dt>{add.isInIt === true ? "Line to add" : "Case to add"}</dt>
      <dd class="code">
        {add.lines.map((line) => (
          <div>
            <Text text={line} />
          </div>
        ))}
      </dd>
    </dl>
  );
}

interface SourcesProps {
  readonly files: readonly SourceFile[];
  readonly scope: number;
}

export function Sources({ files, scope }: SourcesProps) {
  return files.map(({ name, lines }, file) => (
    <>
      <h3>{visibleText(name)}</h3>
      <ol class="source code">
        {lines.map((line, index) => (
          <li id={idOf(scope, file, index + 1)}>
            <Line {...line} />
          </li>
        ))}
      </ol>
    </>
  ));
}

/** More notes behind one line are behind a click. */
const MAX_NOTES = 4;

function Line({ pieces, notes }: SourceLine) {
  const rest = notes.slice(MAX_NOTES);
  return (
    <>
      <Pieces pieces={pieces} />
      <Notes notes={notes.slice(0, MAX_NOTES)} />
      {rest.length === 0 ? undefined : (
        <details>
          <summary>{rest.length} more</summary>
          <Notes notes={rest} />
        </details>
      )}
    </>
  );
}

function Notes({ notes }: Pick<SourceLine, "notes">) {
  if (notes.length === 0) return undefined;
  return (
    <ul class="notes">
      {notes.map((note) => (
        <li>
          <Text text={note} />
        </li>
      ))}
    </ul>
  );
}

interface ConfigSectionProps {
  readonly name: string;
  readonly percent: number;
  readonly children: ComponentChildren;
}

/** One config of several, with its percentage as a bar. */
export function ConfigSection({ name, percent, children }: ConfigSectionProps) {
  return (
    <section>
      <h2>
        {visibleText(name)}: {percent} %
      </h2>
      <meter class="whole" min={0} max={100} value={percent} aria-label="Percentage">
        {percent} %
      </meter>
      {children}
    </section>
  );
}
