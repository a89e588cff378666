// A server for the built site, one a worker, on a port of its own.

import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { readFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { extname, join, normalize, resolve, sep } from 'node:path';

const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.wasm': 'application/wasm',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.json': 'application/json',
  '.webmanifest': 'application/manifest+json',
  '.jsonl': 'text/plain; charset=utf-8',
};

export type Handler = (request: IncomingMessage, response: ServerResponse) => void | Promise<void>;

export interface Site {
  /** Such as `http://127.0.0.1:40123`. */
  readonly origin: string;
  close(): Promise<void>;
}

/** Serves a folder, `dist/` unless told otherwise, under a path, the top unless told otherwise. */
export function serveFolder(folder = process.env['DIST'] ?? resolve(import.meta.dirname, '../../../dist'), under = '/'): Promise<Site> {
  return serve(async (request, response) => {
    const path = decodeURIComponent(new URL(request.url ?? '/', 'http://site').pathname);
    const file = normalize(join(folder, path === under ? 'index.html' : path.slice(under.length)));
    const isInside = path.startsWith(under) && file.startsWith(folder + sep);
    const body = isInside ? await readFile(file).catch(() => undefined) : undefined;
    // As a good host has it: what bears its content's hash in its name never changes.
    response.setHeader('Cache-Control', /-[0-9a-f]{16}(_bg)?\.\w+$/.test(file) ? 'max-age=31536000, immutable' : 'no-store');
    if (body === undefined) {
      response.writeHead(404, { 'Content-Type': 'text/plain' }).end('Not here.\n');
    } else {
      response.writeHead(200, { 'Content-Type': types[extname(file)] ?? 'application/octet-stream' }).end(body);
    }
  });
}

/** Serves whatever `handler` answers: another site, for tests that open an address. */
export async function serve(handler: Handler): Promise<Site> {
  const server = createServer((request, response) => {
    Promise.resolve(handler(request, response)).catch((error: unknown) => response.destroy(error as Error));
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${port}`,
    close: () =>
      new Promise<void>((closed) => {
        server.close(() => closed());
        server.closeAllConnections();
      }),
  };
}
