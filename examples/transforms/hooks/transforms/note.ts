// The title of the note that changed, asked of the service that keeps it.
import { defineTransform, type TransformContext } from "@hookwright/core";

interface NoteChange {
  id: string;
}

export const noteChanged = defineTransform(async ({ payload }: TransformContext<NoteChange>) => {
  const response = await fetch(`${process.env["NOTES_URL"]}/notes/${payload.id}`, {
    headers: { authorization: `Bearer ${process.env["NOTES_TOKEN"]}` },
  });
  // The template of the mapping says enough.
  if (!response.ok) return undefined;
  const note = (await response.json()) as { title: string };
  return { message: `The note "${note.title}" was changed.` };
});
