// What Pi's own tree selector lists of each session file named on the command line: for every filter the ids of
// the rows, in their order. Prints JSON. Runs in a process of its own, since Pi looks at the environment.

import { readFileSync } from "node:fs";
import { FILTERS } from "../../conformance/calls.mjs";
import { PiSession } from "../../conformance/pi.mjs";

const answers = process.argv.slice(2).map((path) => {
  const session = PiSession.parse(readFileSync(path));
  const rows = FILTERS.map((filter) => [filter, session.treeRows({ filter }).map((row) => row.id)]);
  session.free();
  return [path, Object.fromEntries(rows)];
});
process.stdout.write(JSON.stringify(Object.fromEntries(answers)));
