// A changed note → its title, read from the service that stores the note.
import { defineTransform, type TransformContext } from "@hookwright/core";

interface NoteChange {
  id: string;
}

export const noteChanged = defineTransform(async ({ payload }: TransformContext<NoteChange>) => {
  const response = await fetch(`${process.env["NOTES_URL"]}/notes/${payload.id}`, {
    headers: { authorization: `Bearer ${process.env["NOTES_TOKEN"]}` },
  });
  // The template of the mapping is enough.
  if (!response.ok) return undefined;
  const note = (await response.json()) as { title: string };
  return { message: `The note "${note.title}" was changed.` };
});
