// A text for a file of the author → the difference to the file, and the write, which only a click starts.
import type { FileConflict } from "@hookwright/host/api";
import { useEffect, useRef, useState } from "preact/hooks";
import type { ApiFailure, Client } from "../api/client.ts";
import { diffLines } from "../view-model/diff-lines.ts";
import { visibleText } from "../view-model/visible-text.ts";

/** What is about to be written. */
export interface Saving {
  readonly path: string;
  readonly text: string;
  /** Another path may be chosen: it is a new file. */
  readonly isNew?: boolean;
  /** What looks private in the text. */
  readonly found?: readonly string[];
  /** The text with that replaced. */
  readonly redacted?: string;
  /** What was replaced in the text before it came here. */
  readonly replaced?: readonly string[];
}

interface SaveDialogProps {
  readonly saving: Saving;
  readonly client: Client;
  /** A file as it was read. */
  readonly find: (path: string) => Present | undefined;
  readonly onSaved: (path: string, text: string) => void;
  /** The text on the disk is used instead. */
  readonly onTake: (path: string, text: string) => void;
  readonly onClose: () => void;
}

interface Present {
  readonly text: string;
  readonly hash: string;
}

export function SaveDialog(props: SaveDialogProps) {
  const { saving, client, find, onSaved, onTake, onClose } = props;
  const { isNew = false, redacted } = saving;
  const dialog = useRef<HTMLDialogElement>(null);
  const [path, setPath] = useState(saving.path);
  const [isRedacted, setRedacted] = useState(redacted !== undefined);
  const [conflict, setConflict] = useState<{ readonly present: Present | undefined } | undefined>();
  const [problem, setProblem] = useState<string | undefined>();
  const [isBusy, setBusy] = useState(false);
  useEffect(() => dialog.current?.showModal(), []);

  const text = isRedacted && redacted !== undefined ? redacted : saving.text;
  const present = conflict === undefined ? find(path) : conflict.present;
  const save = async (): Promise<void> => {
    setBusy(true);
    setProblem(undefined);
    try {
      const change = { text, ...(present !== undefined && { ifHash: present.hash }) };
      await client.put(`files/${encodeURIComponent(path)}`, change);
      onSaved(path, text);
    } catch (error) {
      const { code, message, hint, body } = error as ApiFailure;
      if (code === "changed") setConflict({ present: (body as FileConflict).present });
      else setProblem(`${message} ${hint ?? ""}`);
    }
    setBusy(false);
  };

  return (
    <dialog ref={dialog} class="save" onClose={onClose} aria-labelledby="save-title">
      <h2 id="save-title">{isNew ? "Save as a new file" : `Save ${path}`}</h2>
      {isNew ? (
        <label class="field">
          <span>File</span>
          <input
            value={path}
            onInput={({ currentTarget }) => {
              setPath(currentTarget.value);
              setConflict(undefined);
            }}
          />
        </label>
      ) : undefined}
      <Private {...saving} isRedacted={isRedacted} onRedact={setRedacted} />
      {conflict === undefined ? undefined : (
        <p class="bad" role="alert">
          {conflict.present === undefined
            ? "The file is gone from the disk. Save writes it again."
            : "The file on the disk has changed. Below is what Save changes in its present text."}
        </p>
      )}
      <Difference before={present?.text ?? ""} after={text} />
      {problem === undefined ? undefined : (
        <p class="bad" role="alert">
          {problem}
        </p>
      )}
      <p class="row">
        <button type="button" class="primary" disabled={isBusy} onClick={() => void save()}>
          {conflict?.present === undefined ? "Save" : "Save over the present text"}
        </button>
        {conflict?.present === undefined ? undefined : (
          <button type="button" onClick={() => onTake(path, conflict.present?.text ?? "")}>
            Take the present text
          </button>
        )}
        <button type="button" onClick={onClose}>
          Cancel
        </button>
      </p>
    </dialog>
  );
}

interface PrivateProps extends Saving {
  readonly isRedacted: boolean;
  readonly onRedact: (isRedacted: boolean) => void;
}

const MAX_LISTED = 20;

/** What looks private, and the choice to replace it; or what was replaced already. */
function Private({ found = [], redacted, replaced = [], isRedacted, onRedact }: PrivateProps) {
  if (replaced.length > 0) {
    const rest = replaced.length - MAX_LISTED;
    return (
      <p>
        <strong>This was private, and is replaced:</strong>{" "}
        {replaced.slice(0, MAX_LISTED).map(visibleText).join(", ")}
        {rest > 0 ? `, and ${rest} more` : ""}
      </p>
    );
  }
  if (found.length === 0) return null;
  return (
    <>
      <p>
        <strong>This looks private:</strong> {found.map(visibleText).join(", ")}
      </p>
      {redacted === undefined ? undefined : (
        <p>
          <label>
            <input
              type="checkbox"
              checked={isRedacted}
              onChange={({ currentTarget }) => onRedact(currentTarget.checked)}
            />{" "}
            Replace it in the file
          </label>
        </p>
      )}
    </>
  );
}

const SIGNS = { same: " ", added: "+", removed: "-", gap: " " } as const;

function Difference({ before, after }: { readonly before: string; readonly after: string }) {
  const lines = diffLines(before, after);
  if (lines.length === 0) return <p class="note">The file has this text already.</p>;
  return (
    <pre class="diff" tabIndex={0}>
      {lines.map(({ kind, text }) => (
        <div class={kind}>
          {SIGNS[kind]} {visibleText(text)}
        </div>
      ))}
    </pre>
  );
}
