// Keeps the ids that it has seen in a file beside itself.
const { existsSync, readFileSync, writeFileSync } = require("node:fs");
const { join } = require("node:path");

const file = join(__dirname, "seen.json");

module.exports = ({ payload }) => {
  const seen = existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : [];
  if (seen.includes(payload.id)) return null;
  writeFileSync(file, JSON.stringify([...seen, payload.id]));
  return { message: `new: ${payload.id}` };
};
