// Chromium, and servers for what it loads.

import { chromium } from "@playwright/test";
import { createReadStream } from "node:fs";
import { join, resolve } from "node:path";
import { serve, serveFolder } from "../../browser/support/site.ts";

const DIST = resolve(process.env.DIST ?? resolve(import.meta.dirname, "../../../dist"));
const PKG = resolve(process.env.PKG ?? resolve(import.meta.dirname, "../../../pkg"));

const quiet = ["--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync", "--disable-gpu"];

export async function withChromium(run) {
  const executablePath = process.env.CHROMIUM;
  if (!executablePath) throw new Error("CHROMIUM names no browser; run `cargo xtask bench`.");
  const browser = await chromium.launch({ executablePath, args: [...quiet, "--js-flags=--expose-gc", "--enable-precise-memory-info"] });
  try {
    console.log(`Chromium ${browser.version()}, Node ${process.version}`);
    return await run(browser);
  } finally {
    await browser.close();
  }
}

/** A page in a browser context of its own, with nothing in its caches. */
export async function freshPage(browser) {
  const context = await browser.newContext({ viewport: { width: 1400, height: 820 } });
  const page = await context.newPage();
  page.on("pageerror", (error) => console.error(`page error: ${error}`));
  return { page, close: () => context.close() };
}

export async function withViewer(run) {
  const site = await serveFolder(DIST);
  try {
    return await run(site.origin);
  } finally {
    await site.close();
  }
}

/** An empty page, the JavaScript package, and a session at `/session`. */
export async function withPackage(session, run) {
  const types = { js: "text/javascript", wasm: "application/wasm" };
  const site = await serve((request, response) => {
    const [, extension] = request.url.split(".");
    if (request.url === "/session") return void createReadStream(session).pipe(response);
    if (extension in types) return void createReadStream(join(PKG, request.url)).pipe(response.setHeader("Content-Type", types[extension]));
    response.setHeader("Content-Type", "text/html").end('<!doctype html><title>bench</title><link rel="icon" href="data:,">');
  });
  try {
    return await run(site.origin);
  } finally {
    await site.close();
  }
}

/** One file, as a page. */
export async function withFile(path, run) {
  const site = await serve((_request, response) => void createReadStream(path).pipe(response.setHeader("Content-Type", "text/html; charset=utf-8")));
  try {
    return await run(site.origin);
  } finally {
    await site.close();
  }
}
