// A task → the same task, which runs at the first call only.

export function createOnce(task: () => void): () => void {
  let isDone = false;
  return () => {
    if (isDone) return;
    isDone = true;
    task();
  };
}
