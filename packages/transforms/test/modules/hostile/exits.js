// Ends its process in several ways.
export default ({ payload }) => {
  if (payload.how === "exit") process.exit(3);
  if (payload.how === "abort") process.abort();
  process.kill(process.pid, "SIGKILL");
};
