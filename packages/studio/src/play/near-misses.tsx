// "Flip one thing": changes of the event as buttons, each with what the changed event becomes; and cases to keep.
import type { NearMiss } from "../model/messages.ts";
import { visibleText } from "../view-model/visible-text.ts";
import { type TestCase, writeTestFile } from "../view-model/write-test-file.ts";
import { saveFile } from "./save-file.ts";

interface NearMissesProps {
  readonly misses: readonly NearMiss[];
  readonly cases: readonly TestCase[];
  readonly onLoad: (miss: NearMiss) => void;
  readonly onKeep: (kept: TestCase) => void;
  /** The event of the page as a case. */
  readonly onKeepThis: () => void;
  /** The test file of the author, which gets the cases. Absent on a page without a server, which downloads them. */
  readonly onSaveCases?: (() => void) | undefined;
  readonly testFile: string;
}

export function NearMisses({
  misses,
  cases,
  onLoad,
  onKeep,
  onKeepThis,
  ...saving
}: NearMissesProps) {
  const { onSaveCases, testFile } = saving;
  const what = cases.length === 1 ? "1 case" : `${cases.length} cases`;
  return (
    <>
      {misses.length === 0 ? undefined : (
        <>
          <h3>Flip one thing</h3>
          <ul class="misses">
            {misses.map((miss) => (
              <li>
                <button type="button" class="chip" onClick={() => onLoad(miss)}>
                  <strong>{visibleText(miss.title)}</strong> → {miss.row.mapping ?? "no mapping"}
                </button>
                <button
                  type="button"
                  class="quiet"
                  aria-label={`Keep as a case: ${visibleText(miss.title)}`}
                  onClick={() => onKeep({ name: miss.title, event: miss.event, row: miss.row })}
                >
                  + case
                </button>
              </li>
            ))}
          </ul>
        </>
      )}
      <p class="row">
        <button type="button" onClick={onKeepThis}>
          Keep this event as a case
        </button>
        <button
          type="button"
          disabled={cases.length === 0}
          onClick={onSaveCases ?? (() => saveFile(testFile, writeTestFile(cases)))}
        >
          {onSaveCases === undefined
            ? `Save ${what} as ${testFile}`
            : `Add ${what} to ${testFile}…`}
        </button>
      </p>
    </>
  );
}
