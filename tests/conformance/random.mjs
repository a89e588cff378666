// A small seeded generator of random numbers: the same seed gives the same session on every machine.

export class Random {
  #state;

  constructor(seed) {
    // Neighbouring seeds must not give neighbouring sequences.
    this.#state = Math.imul(seed + 0x9e3779b9, 0x85ebca6b) >>> 0;
    for (let turn = 0; turn < 4; turn += 1) this.next();
  }

  /** A number in [0, 1). */
  next() {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let mixed = this.#state;
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  }

  /** An integer in [low, high], both ends included. */
  integer(low, high) {
    return low + Math.floor(this.next() * (high - low + 1));
  }

  chance(probability) {
    return this.next() < probability;
  }

  pick(list) {
    return list[Math.floor(this.next() * list.length)];
  }

  /** One key of `{key: weight}`. */
  weighted(weights) {
    const entries = Object.entries(weights);
    let left = this.next() * entries.reduce((sum, [, weight]) => sum + weight, 0);
    for (const [key, weight] of entries) {
      left -= weight;
      if (left < 0) return key;
    }
    return entries.at(-1)[0];
  }

  /** At most `count` different members of `list`, in the order of the list. */
  sample(list, count) {
    if (list.length <= count) return [...list];
    const chosen = new Set();
    while (chosen.size < count) chosen.add(this.integer(0, list.length - 1));
    return [...chosen].sort((a, b) => a - b).map((index) => list[index]);
  }

  hex(length) {
    let text = "";
    while (text.length < length) text += this.integer(0, 15).toString(16);
    return text;
  }
}
