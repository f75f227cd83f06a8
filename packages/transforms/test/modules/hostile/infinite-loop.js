// Blocks the thread.
export default () => {
  for (;;);
};
