// Gives the thread back once, and never again.
export default async () => {
  await undefined;
  for (;;);
};
