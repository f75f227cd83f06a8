// The proof of an event whose request had the hook token.

export const TOKEN_PROOF = "token";
