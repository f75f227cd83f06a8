// Blocks the thread after a first pause.
export default async () => {
  await undefined;
  for (;;);
};
