// A link with the config and the event in its fragment, after what looks like a secret was listed.
import { useEffect, useRef, useState } from "preact/hooks";
import {
  MAX_FRAGMENT_CHARACTERS,
  type Redacted,
  type Shared,
  writeFragment,
} from "../model/share.ts";
import { saveFile } from "./save-file.ts";

interface ShareDialogProps {
  readonly shared: Shared;
  readonly redact: (shared: Shared) => Promise<Redacted>;
  readonly onClose: () => void;
}

export function ShareDialog({ shared, redact, onClose }: ShareDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [isRedacted, setRedacted] = useState(true);
  const [link, setLink] = useState<string | undefined>(undefined);
  const [isCopied, setCopied] = useState(false);
  const [redacted, setFound] = useState<Redacted | undefined>(undefined);
  const found = redacted?.found ?? [];
  const written = isRedacted ? redacted?.shared : shared;

  useEffect(() => {
    dialog.current?.showModal();
    void redact(shared).then(setFound);
  }, []);
  useEffect(() => {
    setCopied(false);
    if (written === undefined) return;
    void writeFragment(written).then((fragment) => {
      const isTooLong = fragment.length > MAX_FRAGMENT_CHARACTERS;
      setLink(isTooLong ? undefined : `${location.href.split("#")[0]}#${fragment}`);
    });
  }, [written]);

  const save = (): void => saveFile("playground.json", JSON.stringify(written, undefined, 2));

  return (
    <dialog ref={dialog} onClose={onClose} aria-labelledby="share-title">
      <h2 id="share-title">Share</h2>
      <p>
        The link holds the config and the event. Nothing is sent to a server, but everybody with the
        link can read both.
      </p>
      {found.length === 0 ? undefined : (
        <>
          <p>
            <strong>This looks private:</strong>
          </p>
          <ul>
            {found.map((what) => (
              <li>{what}</li>
            ))}
          </ul>
          <label>
            <input
              type="checkbox"
              checked={isRedacted}
              onChange={({ currentTarget }) => setRedacted(currentTarget.checked)}
            />{" "}
            Replace it in the link
          </label>
        </>
      )}
      {link === undefined ? (
        <p>The state is too long for a link: save it as a file.</p>
      ) : (
        <p>
          <input
            class="link"
            readOnly
            value={link}
            aria-label="The link"
            onFocus={({ currentTarget }) => currentTarget.select()}
          />
          <button
            type="button"
            onClick={() => {
              void navigator.clipboard.writeText(link).then(() => setCopied(true));
            }}
          >
            {isCopied ? "Copied" : "Copy"}
          </button>
        </p>
      )}
      <form method="dialog">
        <button type="button" onClick={save}>
          Save as a file
        </button>{" "}
        <button type="submit">Close</button>
      </form>
    </dialog>
  );
}
