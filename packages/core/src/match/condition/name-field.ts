// The text by which another system names a field → the name that `var` has for it.

/** `{{action}}`, `${{ github.event.action }}`, `{{ $json.body.action }}`: an expression within a text. */
const EXPRESSION = /^\s*\$?\{\{\s*([^{}]+?)\s*\}\}\s*$/;

/** How other systems call the body of a request. */
const BODY =
  /^(?:\$json\.body|\$json|\$\.body|\$|\$body|body|github\.event|\$?request\.body|req\.body|(?:steps\.)?trigger(?:\.event)?(?:\.body|\.payload)?|event(?:\.body|\.payload)?|msg\.payload|inputs?(?:\.body)?)(?=[.[]|$)/;

/** The same before `headers` and `query`. */
const AROUND =
  /^(?:\$json|\$?request|req|(?:steps\.)?trigger(?:\.event)?|event)\.(?=(?:headers|query)[.[])/;

const ROOT = /^(?:payload|headers|query)(?:[.[]|$)/;

const NAME = /^[\w-]+(?:\.[\w-]+|\[\d+\])*$/;

/** Undefined for what names no field, or names it as `var` does. */
export function nameField(text: unknown): string | undefined {
  if (typeof text !== "string") return undefined;
  const inner = EXPRESSION.exec(text)?.[1];
  const name = inner ?? text;
  const ofRequest = name.replace(AROUND, "");
  if (ofRequest !== name) return ofRequest;
  const ofBody = name.replace(BODY, "payload");
  if (ofBody !== name) return ofBody;
  if (inner === undefined) return ROOT.test(name) ? name : undefined;
  if (ROOT.test(name)) return name;
  return NAME.test(name) ? `payload.${name}` : undefined;
}
