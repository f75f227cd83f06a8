// A text and its source → a matcher for the fenced text that the agent reads.

const FENCE =
  /^SECURITY NOTICE: [^<]+\n<<<UNTRUSTED_WEBHOOK_CONTENT id="([\w-]{8,})">>>\nSource: (.+)\n\n([\s\S]*)\n<<<END_UNTRUSTED_WEBHOOK_CONTENT id="\1">>>$/;

interface TextMatcher {
  readonly asymmetricMatch: (text: string) => boolean;
  readonly toString: () => string;
}

export function fenced(text: string, source: string): TextMatcher {
  return {
    asymmetricMatch: (message) => {
      const [, , from, inside] = FENCE.exec(message) ?? [];
      return from === source && inside === `> ${text.replaceAll("\n", "\n> ")}`;
    },
    toString: () => `${JSON.stringify(text)} inside a fence, from ${source}`,
  };
}
