// A clock that stands still until it is moved, for both sides: what they write bears its time.

const START = Date.parse("2026-11-30T12:00:00.000Z");
let now = START;

/** Each seed starts at the same time, so that it gives the same alone and among others. */
export function resetClock() {
  now = START;
}

export function moveClock(milliseconds) {
  now += milliseconds;
}

globalThis.Date = class extends Date {
  constructor(...parts) {
    if (parts.length === 0) super(now);
    else super(...parts);
  }

  static now() {
    return now;
  }
};
