// Medians, and the table that says what was measured against what was wanted.

export function median(values) {
  const sorted = [...values].sort((one, other) => one - other);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

/** Runs every way in turn, `rounds` times, so that what else the machine does falls on all alike. `{name: median}`. */
export async function interleaved(rounds, ways) {
  const times = Object.fromEntries(Object.keys(ways).map((name) => [name, []]));
  for (let round = 0; round < rounds; round += 1) {
    for (const [name, way] of Object.entries(ways)) times[name].push(await way());
  }
  return Object.fromEntries(Object.entries(times).map(([name, values]) => [name, median(values)]));
}

export const ms = (value) => `${value < 10 ? value.toFixed(1) : Math.round(value).toLocaleString("en-US")} ms`;
export const times = (value) => `${value.toFixed(value < 10 ? 1 : 0)}x`;
export const megabytes = (bytes) => `${(bytes / 1e6).toFixed(1)} MB`;

/** A table of what was found. A row is `{what, found, goal?, met?}`; a missed goal is said, and makes the run fail. */
export function printTable(title, rows) {
  const cells = rows.map(({ what, found, goal = "", met }) => [what, found, goal, met === undefined ? "" : met ? "met" : "MISSED"]);
  const heads = ["what", "measured", "goal", ""];
  const widths = heads.map((head, column) => Math.max(head.length, ...cells.map((row) => row[column].length)));
  const line = (row) => "  " + row.map((cell, column) => cell.padEnd(widths[column])).join("  ").trimEnd();
  console.log(`\n${title}`);
  console.log(line(heads));
  console.log(line(widths.map((width) => "-".repeat(width))));
  for (const row of cells) console.log(line(row));
  if (rows.some(({ met }) => met === false)) process.exitCode = 1;
}
