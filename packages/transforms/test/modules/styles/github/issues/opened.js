// In a folder of its own, with the function that the mapping names.
export const issueOpened = ({ payload }) => ({ message: `opened.js: ${payload.text}` });
export const issueClosed = ({ payload }) => ({ message: `closed: ${payload.text}` });
