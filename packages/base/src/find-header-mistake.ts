// A header that the operator writes for answers → why it cannot be sent; nothing where it can.

/** RFC 9110, 5.1. */
const NAME = /^[\w!#$%&'*+.^`|~-]{1,128}$/;

/** A line break would be the end of the header. */
const VALUE = /^[\x20-\x7e\t]{0,4096}$/;

/** Those of the connection and of the body are the server's; the others make a browser trust or keep something. */
const REFUSED =
  /^(?:content-(?:length|encoding|range)|transfer-encoding|set-cookie2?|connection|keep-alive|upgrade|trailer|te|date|access-control-.*)$/i;

interface AnswerHeader {
  readonly name: string;
  readonly value: string;
}

export function findHeaderMistake({ name, value }: AnswerHeader): string | undefined {
  if (!NAME.test(name)) return "is not the name of a header";
  if (REFUSED.test(name)) return "is a header that no mapping may set";
  return VALUE.test(value) ? undefined : "has characters that no header can have";
}
