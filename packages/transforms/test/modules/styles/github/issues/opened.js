// In a sub-folder, with the export that the mapping names.
export const issueOpened = ({ payload }) => ({ message: `opened.js: ${payload.text}` });
export const issueClosed = ({ payload }) => ({ message: `closed: ${payload.text}` });
