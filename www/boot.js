// Loads the program and starts it. Where it lies stands in the element that the build writes into the page.
const { js, wasm } = document.querySelector('meta[name="program"]').dataset;

try {
  const program = await import(new URL(js, document.baseURI));
  await program.default({ module_or_path: new URL(wasm, document.baseURI) });
} catch (error) {
  const place = document.getElementById('app');
  place.setAttribute('role', 'alert');
  place.textContent =
    `The viewer could not start: ${error.message}. ` +
    'It needs a browser with WebAssembly SIMD (any of the last three years). Reload the page to try again.';
  throw error;
}
