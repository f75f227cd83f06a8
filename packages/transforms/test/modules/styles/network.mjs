// Sends a request to another service, with a token from the environment.
export default async ({ payload }) => {
  const response = await fetch(`${process.env.NOTES_URL}/notes/${payload.id}`, {
    headers: { authorization: `Bearer ${process.env.NOTES_TOKEN}` },
  });
  const { title } = await response.json();
  return { message: title };
};
