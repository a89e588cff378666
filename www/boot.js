// Loads the program and starts it. Where it lies stands in the element that the build writes into the page.

const { js, wasm } = document.querySelector('meta[name="program"]').dataset;

// A fault inside the program ends it, and the page would stand there without a word.
let failed = false;
function fail(sentence) {
  if (failed) return;
  failed = true;
  const box = document.createElement('div');
  box.className = 'fatal';
  box.setAttribute('role', 'alert');
  const text = document.createElement('p');
  text.textContent = sentence;
  const again = document.createElement('button');
  again.textContent = 'Reload';
  again.addEventListener('click', () => location.reload());
  box.append(text, again);
  document.body.append(box);
}

for (const kind of ['error', 'unhandledrejection']) {
  addEventListener(kind, (event) => {
    const error = event.error ?? event.reason;
    if (error instanceof WebAssembly.RuntimeError) {
      fail(
        'The viewer stopped: it ran out of memory or hit a fault of its own. Your files are untouched. ' +
          'Reload the page, and open fewer or smaller sessions at once.',
      );
    }
  });
}

try {
  const program = await import(new URL(js, document.baseURI));
  await program.default({ module_or_path: new URL(wasm, document.baseURI) });
} catch (error) {
  fail(
    `The viewer could not start: ${error.message}. It needs a browser with WebAssembly SIMD, ` +
      'which every current one has. Reload the page to try again.',
  );
  throw error;
}
