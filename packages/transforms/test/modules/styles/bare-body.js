// Written for gateways that pass the bare body.
export default (event) => ({ message: `${event.issue.title} by ${event.sender.login}` });
