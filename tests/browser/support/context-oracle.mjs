// What Pi's model would see at places of the session file named on the command line: for up to twenty entries, spread
// over the file, the messages that reach the model (source entry, role, tokens by Pi's estimate) and the ids of the
// branch. Ids that are made for old files are not ours; of such a file only the last entry is asked. Prints JSON.

import { readFileSync } from "node:fs";
import { functions, PiSession } from "../../conformance/pi.mjs";

const { convertToLlm, estimateTokens } = functions;
const PLACES = 20;

const [path] = process.argv.slice(2);
const session = PiSession.parse(readFileSync(path));
const header = JSON.parse(readFileSync(path, "utf8").split("\n", 1)[0]);
const entries = session.getEntries();
const hasIds = (header.version ?? 1) >= 2;
const step = Math.max(1, Math.floor(entries.length / PLACES));
const chosen = hasIds ? entries.filter((_, index) => (entries.length - 1 - index) % step === 0).slice(-PLACES) : entries.slice(-1);
const places = chosen.map((leaf) => {
  session.branch(leaf.id);
  const { entries: projected } = session.buildSessionProjection();
  const seen = projected.flatMap(({ sourceEntry, messages }) =>
    messages
      .filter((message) => convertToLlm([message]).length > 0)
      .map((message) => ({ id: sourceEntry.id, role: message.role, tokens: estimateTokens(message) })));
  return { leaf: leaf.id, seen, branch: session.getBranch().map((entry) => entry.id) };
});
session.free();
process.stdout.write(JSON.stringify({ session: header.id, hasIds, places }));
