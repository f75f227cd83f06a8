// Answers, and then blocks the thread.
export default ({ payload }) => {
  if (payload.hang) {
    setTimeout(() => {
      for (;;);
    }, 1);
  }
  return { message: payload.id };
};

export const whoami = () => {
  setInterval(() => undefined, 10);
  return { pid: process.pid };
};
