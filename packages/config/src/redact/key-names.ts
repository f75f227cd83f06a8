// The name of a key → what its value is: a secret, a fact about a person, free text, or nothing known.

/** `apiKey`, `API-Key` and `api key` are one name. */
function normalize(key: string): string {
  return key
    .replace(/([a-z\d])([A-Z])/g, "$1_$2")
    .toLowerCase()
    .replace(/[^a-z\d]+/g, "_");
}

const SECRET =
  /(?:^|_)(?:passwords?|passwd|secrets?|tokens?|api_?keys?|authorization|cookies?|sessions?|signatures?|private_?keys?|client_?secret|otp|pin|cvv)(?:_|$)|(?:password|passwd|secret|token|apikey|signature)$/;

const PERSON =
  /^(?:name|first_?name|last_?name|login|user_?name|email|phone|address|street|zip|city|ip)$/;

const TEXT = /^(?:body|description|comment|message|text|html|snippet|title)$/;

/** Parameters of URLs that are credentials. */
const PARAMETER = /^(?:token|key|sig|signature|code|x_amz_.*)$/;

export function isSecretKey(key: string): boolean {
  return SECRET.test(normalize(key));
}

export function isPersonKey(key: string): boolean {
  return PERSON.test(normalize(key));
}

export function isTextKey(key: string): boolean {
  return TEXT.test(normalize(key));
}

export function isSecretParameter(name: string): boolean {
  return isSecretKey(name) || PARAMETER.test(normalize(name));
}
