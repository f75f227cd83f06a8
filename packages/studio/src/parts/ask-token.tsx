// What a page shows that has no token, or the token of an earlier start.
import { useState } from "preact/hooks";
import { saveToken } from "../api/session.ts";

/** The address with the token stands on the terminal of the server; only its end is needed. */
export function AskToken({ message }: { readonly message: string }) {
  const [typed, setTyped] = useState("");
  return (
    <main class="operate">
      <h1>Hookwright</h1>
      <p>{message} Open the address that the server printed, or paste its token.</p>
      <form
        class="row"
        onSubmit={(event) => {
          event.preventDefault();
          saveToken(typed.trim().replace(/^.*#t=/, ""));
          location.reload();
        }}
      >
        <label>
          Token{" "}
          <input
            type="password"
            autocomplete="off"
            value={typed}
            onInput={({ currentTarget }) => setTyped(currentTarget.value)}
          />
        </label>
        <button type="submit">Open</button>
      </form>
    </main>
  );
}
