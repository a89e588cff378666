// Strings that a transcript may hold, the awkward ones well above their share.

import { BROKEN_BYTES } from "./json.mjs";

const WORDS = [
  "fix", "the", "parser", "Reader", "src/lib.rs", "error:", "TODO", "run", "tests", "please", "naïve", "Übergröße", "İstanbul",
  "ΟΔΥΣΣΕΥΣ", "ΣΑΣ", "ﬁn", "đường", "Tiếng", "Việt", "漢字", "テスト", "한국어", "שלום", "مرحبا", "👍", "👩‍👩‍👧‍👦", "🏳️‍🌈", "e\u0301", "x\u200by",
  "<b>bold</b>", "<img src=x onerror=alert(1)>", "&lt;", "`code`", "**strong**", "[link](javascript:alert(1))", "$HOME", "~/notes",
  "{\"type\":\"message\"}", "\"quoted\"", "back\\slash", "null", "undefined", "NaN", "__proto__", "constructor", "12", "3.14",
];
const SPACES = [" ", " ", " ", " ", "  ", "\n", "\n\n", "\t", "\r\n", "\r", "\u00a0", "\u2028", "\u2029", "\u0085", "\u3000", "\ufeff", "\v", "\f", "\u180e", "\u200b"];
const ODDITIES = [
  "\ud83d", "\ude00", "\ude00\ud83d", "\u0000", "\u001b[31mred\u001b[0m", "\u001b[38;5;140mtint\u001b[39m", "\u001b[1;4mbold", "\u001b[2K",
  "\u0007", "\u0008", "\u007f", "\u009b31m", "\u202e", "\ufffd", "\uffff", "\u{10ffff}", "\u001b]8;;http://example.org\u0007link\u001b]8;;\u0007",
];

export class Texts {
  constructor(random) {
    this.random = random;
    // Most sessions are plain; in some nearly every string is odd.
    this.oddity = random.pick([0, 0.05, 0.2, 0.6]);
    this.brokenBytes = random.chance(0.15) ? 0.05 : 0;
  }

  word() {
    return this.random.pick(WORDS);
  }

  /** A line or a few. */
  phrase(words = this.random.integer(1, 12)) {
    const { random } = this;
    let text = random.chance(this.oddity) ? random.pick(SPACES) : "";
    for (let index = 0; index < words; index += 1) {
      if (index > 0) text += random.chance(this.oddity) ? random.pick(SPACES) : " ";
      text += this.word();
      if (random.chance(this.oddity * 0.4)) text += random.pick(ODDITIES);
      if (random.chance(this.brokenBytes)) text += random.pick([...BROKEN_BYTES.keys()]);
    }
    if (random.chance(this.oddity)) text += random.pick(SPACES);
    return text;
  }

  /** Text of a message: empty, blank, short, or long with something awkward where rows are cut. */
  message() {
    const { random } = this;
    switch (random.weighted({ short: 10, empty: 0.6, blank: 0.4, cut: 1 + this.oddity * 4, long: 0.6 })) {
      case "empty":
        return "";
      case "blank":
        return random.pick(SPACES) + random.pick(SPACES);
      case "cut":
        return this.aroundCut(200);
      case "long":
        return this.phrase(random.integer(40, 400));
      default:
        return this.phrase();
    }
  }

  /** Text with an emoji, white space, a colour code or half a pair across the `limit`th UTF-16 unit. */
  aroundCut(limit) {
    const { random } = this;
    const before = limit - random.integer(0, 4);
    const lead = random.chance(0.3) ? this.phrase(3) : "";
    const filling = "ab cd ".repeat(Math.ceil(before / 6) + 1);
    const head = (lead + filling).slice(0, before);
    return head + random.pick(["😀😀😀", "👩‍👩‍👧‍👦", "    tail", "\n\n\n", "\ud83d\ud83d", "é\u0301", "\u001b[31mred", "漢字漢字", "Z".repeat(9)]) + (random.chance(0.5) ? this.phrase(4) : "");
  }

  name() {
    return this.random.pick(["my-extension", "pi.share", "pi.bug-report", "pi.virtual-model-state", "todo", "", "weird name", "<i>x</i>", "ünïcode", "12"]);
  }
}
