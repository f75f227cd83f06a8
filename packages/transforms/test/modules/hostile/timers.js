// Leaves timers running, some of which fail.
export default ({ payload }) => {
  for (let index = 0; index < 1_000; index++) {
    setInterval(() => undefined, 10);
    setInterval(() => {
      throw new Error("from a timer");
    }, 10);
  }
  Promise.reject(new Error("from a promise"));
  return { message: payload.id };
};
