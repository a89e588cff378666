// What every test watches for besides its own subject: errors, breaches of the page's policy, and
// requests that leave the page's origin.

import { expect, type BrowserContext, type Page, type Request } from '@playwright/test';

declare global {
  interface Window {
    reportPolicyViolation(violation: string): void;
  }
}

export class Guard {
  readonly #problems: string[] = [];
  readonly #expected: RegExp[] = [];
  readonly #origins: Set<string>;
  readonly #context: BrowserContext;

  private constructor(context: BrowserContext, origin: string) {
    this.#context = context;
    this.#origins = new Set([origin]);
  }

  static async over(context: BrowserContext, origin: string): Promise<Guard> {
    const guard = new Guard(context, origin);
    context.on('console', (message) => {
      if (message.type() === 'error' || message.type() === 'assert') guard.#note(`console: ${message.text()} (${message.location().url})`);
    });
    context.on('weberror', (error) => guard.#note(`page error: ${error.error()}`));
    context.on('request', (request) => guard.#see(request));
    context.on('page', (page) => guard.#watch(page));
    await context.exposeBinding('reportPolicyViolation', (_source, violation: string) => guard.#note(`policy: ${violation}`));
    await context.addInitScript(() => {
      addEventListener('securitypolicyviolation', (event) => {
        window.reportPolicyViolation(`${event.effectiveDirective} stopped ${event.blockedURI} ${event.sample}`);
      });
    });
    return guard;
  }

  /** A problem that the test is about: it must come, or the test fails. */
  expectProblem(pattern: RegExp): void {
    this.#expected.push(pattern);
  }

  /** Another origin that the test itself opens. */
  allowRequestsTo(origin: string): void {
    this.#origins.add(origin);
  }

  /** Everything seen so far, for tests of the guard itself. */
  get problems(): readonly string[] {
    return this.#problems;
  }

  /** Fails where there was a problem that nobody expected, or none where one was. */
  async check(): Promise<void> {
    await this.#settle();
    const unexpected = this.#problems.filter((problem) => !this.#expected.some((pattern) => pattern.test(problem)));
    expect(unexpected, 'errors, policy violations and requests elsewhere').toEqual([]);
    const missing = this.#expected.filter((pattern) => !this.#problems.some((problem) => pattern.test(problem)));
    expect(missing.map(String), 'problems that were expected and did not come').toEqual([]);
  }

  /** Reports are tasks of the page: those under way arrive before a new task is done. */
  async #settle(): Promise<void> {
    const settled = this.#context.pages().map((page) => page.evaluate(() => new Promise((done) => setTimeout(done, 20))).catch(() => undefined));
    await Promise.all(settled);
  }

  #watch(page: Page): void {
    page.on('websocket', (socket) => this.#note(`request elsewhere: ${socket.url()}`));
    page.on('crash', () => this.#note('the page crashed'));
  }

  #see(request: Request): void {
    const address = new URL(request.url());
    const inside = ['data:', 'blob:', 'about:'].includes(address.protocol) || this.#origins.has(address.origin);
    if (!inside) this.#note(`request elsewhere: ${request.method()} ${request.url()}`);
  }

  #note(problem: string): void {
    this.#problems.push(problem);
  }
}
