// What is put into a page before it loads, to see what it does and when: when files come in, when what a person waits
// for is painted, how long frames take, and how much memory WebAssembly has.

export function probe() {
  const probe = { opened: 0, memories: [], frames: [] };
  window.probe = probe;
  // The moment a person lets go of a file, or the picker hands it over.
  addEventListener("change", (event) => event.target.type === "file" && (probe.opened = performance.now()), true);
  for (const name of ["instantiate", "instantiateStreaming"]) {
    const original = WebAssembly[name];
    WebAssembly[name] = async (...given) => {
      const made = await original.apply(WebAssembly, given);
      const { exports } = made.instance ?? made;
      if (exports.memory) probe.memories.push(exports.memory);
      return made;
    };
  }
  /** Resolves in the frame after the one in which `isThere` first holds: by then it is on the screen. */
  probe.painted = (isThere) =>
    new Promise((done) => {
      const look = () => (isThere() ? requestAnimationFrame(() => done(performance.now())) : requestAnimationFrame(look));
      look();
    });
  probe.wasmBytes = () => probe.memories.reduce((sum, memory) => sum + memory.buffer.byteLength, 0);
  probe.isOpen = () =>
    document.querySelector('[role="tree"] [role="treeitem"]') !== null && document.querySelector('[role="feed"] article') !== null && document.querySelector("progress") === null;
  probe.elements = () => document.querySelectorAll("*").length;
  /** Begins to note how long each frame takes, and what `look` says of it. */
  probe.watchFrames = (look) => {
    const frames = [];
    let last = performance.now();
    let on = true;
    const frame = () => {
      const now = performance.now();
      frames.push({ took: now - last, saw: look() });
      last = now;
      if (on) requestAnimationFrame(frame);
    };
    requestAnimationFrame(() => {
      last = performance.now();
      requestAnimationFrame(frame);
    });
    return () => {
      on = false;
      return frames;
    };
  };
}
