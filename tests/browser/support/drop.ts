// Files from outside, as a person brings them: dragged over the window and dropped, through the browser's
// own input, so that the page gets real files and folders.

import type { CDPSession, Page } from '@playwright/test';

type Point = { x: number; y: number };

export class Drag {
  readonly #session: CDPSession;
  readonly #files: string[];
  readonly #point: Point;

  private constructor(session: CDPSession, files: string[], point: Point) {
    this.#session = session;
    this.#files = files;
    this.#point = point;
  }

  /** Brings files or folders, by their paths on disk, over the window's middle or the point given. */
  static async over(page: Page, files: string[], point?: Point): Promise<Drag> {
    const { width, height } = page.viewportSize() ?? { width: 800, height: 600 };
    const session = await page.context().newCDPSession(page);
    const drag = new Drag(session, files, point ?? { x: Math.round(width / 2), y: Math.round(height / 2) });
    await drag.#send('dragEnter');
    await drag.#send('dragOver');
    return drag;
  }

  async drop(): Promise<void> {
    await this.#send('drop');
    await this.#session.detach();
  }

  async cancel(): Promise<void> {
    await this.#send('dragCancel');
    await this.#session.detach();
  }

  async #send(type: 'dragEnter' | 'dragOver' | 'drop' | 'dragCancel'): Promise<void> {
    const data = { items: [], files: this.#files, dragOperationsMask: 1 };
    await this.#session.send('Input.dispatchDragEvent', { type, ...this.#point, data });
  }
}

/** Drags files or folders in and lets go. */
export async function drop(page: Page, ...files: string[]): Promise<void> {
  const drag = await Drag.over(page, files);
  await drag.drop();
}
