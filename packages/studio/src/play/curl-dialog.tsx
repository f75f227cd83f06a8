// The event of the page as a curl command.
import { useEffect, useRef, useState } from "preact/hooks";
import type { EventText } from "../model/event-text.ts";
import type { HookOfEvent } from "../model/messages.ts";
import { writeCurl } from "../view-model/write-curl.ts";

interface CurlDialogProps {
  readonly event: EventText;
  readonly hook: HookOfEvent;
  /** Of a server with this config. */
  readonly server: string | undefined;
  readonly onClose: () => void;
}

export function CurlDialog({ event, hook, server, onClose }: CurlDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [isCopied, setCopied] = useState(false);
  const area = useRef<HTMLTextAreaElement>(null);
  useEffect(() => {
    dialog.current?.showModal();
    // The dialog has the focus in the text, at its end.
    area.current?.setSelectionRange(0, 0);
    area.current?.scrollTo(0, 0);
  }, []);
  const command = writeCurl(event, hook, server);
  return (
    <dialog ref={dialog} onClose={onClose} aria-labelledby="curl-title">
      <h2 id="curl-title">As curl</h2>
      <p>
        {hook.auth === "signature"
          ? "This hook checks a signature of the body: hookwright send signs an event file with the secret of the config. For curl, replace the placeholder."
          : "It sends this event to the server of the config."}
        {hook.auth === "token" ? " Replace the placeholder with the hook token." : undefined}
      </p>
      <textarea
        ref={area}
        class="code"
        readOnly
        rows={10}
        aria-label="The command"
        value={command}
      />
      <p class="row">
        <button
          type="button"
          onClick={() => {
            void navigator.clipboard.writeText(command).then(() => setCopied(true));
          }}
        >
          {isCopied ? "Copied" : "Copy"}
        </button>
        <button type="button" onClick={onClose}>
          Close
        </button>
      </p>
    </dialog>
  );
}
