// The label of the config, an id or a name → its id.
import type { SendToGoogle } from "../model/google.ts";
import type { MailResult } from "../model/source.ts";

interface LabelList {
  readonly labels?: readonly { readonly id?: string | null; readonly name?: string | null }[];
}

/** An id counts before a name; names are compared without case, as Gmail does. */
export async function findLabel(
  send: SendToGoogle,
  label: string,
  signal: AbortSignal,
): Promise<MailResult<string>> {
  const path = "/gmail/v1/users/me/labels";
  const listed = await send<LabelList>({ service: "gmail", method: "GET", path, signal });
  if (!listed.ok) return listed;
  const labels = listed.value.labels ?? [];
  const name = label.trim().toLowerCase();
  const found =
    labels.find(({ id }) => id === label) ??
    labels.find((one) => one.name?.toLowerCase() === name || one.id?.toLowerCase() === name);
  if (found?.id) return { ok: true, value: found.id };
  return {
    ok: false,
    failure: {
      code: "invalid",
      message: `The mailbox has no label "${label}".`,
      hint: `Create it in Gmail, or set hooks.gmail.label to one of: ${nameSome(labels)}.`,
      reason: "label_unknown",
    },
  };
}

const MAX_NAMED = 12;

function nameSome(labels: NonNullable<LabelList["labels"]>): string {
  const names = labels.flatMap(({ name }) => name ?? []);
  const rest = names.length - MAX_NAMED;
  return `${names.slice(0, MAX_NAMED).join(", ")}${rest > 0 ? ` and ${rest} more` : ""}`;
}
