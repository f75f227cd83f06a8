// Ends its process in several ways.
export default ({ payload }) => {
  if (payload.what === "exit") process.exit(3);
  if (payload.what === "abort") process.abort();
  process.kill(process.pid, "SIGKILL");
};
