// Changes everything in its argument.
export default (context) => {
  context.payload.text = "changed";
  context.payload.inner.list.push("changed");
  context.headers["x-id"] = "changed";
  context.now = "changed";
  delete context.query;
  return { message: context.body.text };
};
