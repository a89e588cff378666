// The inspector: the entry in focus, what the model sees and what it does not, what was used, what is wrong.

import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { branches } from './fixtures/branches.ts';
import { everything } from './fixtures/everything.ts';
import { drop } from './support/drop.ts';
import { figure, piContexts } from './support/pi.ts';
import { assistant, call, realSessions, realSessionsFolder, result, sessionText, text, user } from './support/sessions.ts';
import { expect, test } from './support/test.ts';
import { expectNoSidewaysScroll, type Viewer } from './support/viewer.ts';

const cost = (total: number) => ({ input: total, output: 0, cacheRead: 0, cacheWrite: 0, total });

/** A branch with a bit of everything that the figures count; `left` is left behind. */
const figures = sessionText([
  { type: 'message', id: 'system', message: { role: 'system', content: 'Be brief.', toolsAdded: [{ name: 'read', description: 'Reads.' }], timestamp: 0 } },
  user('Where is the salt?', { id: 'ask' }),
  assistant([text('I will look.'), call('c1', 'read', { path: 'src/salt.rs' })], { id: 'look' }, { usage: { input: 100, output: 20, cacheRead: 0, cacheWrite: 4000, totalTokens: 4120, cost: cost(0.5) } }),
  result('c1', 'read', 'salt()', { id: 'read' }),
  { type: 'message', id: 'shell', message: { role: 'bashExecution', command: 'pwd', output: '/', exitCode: 0, cancelled: false, truncated: false, timestamp: 0 } },
  { type: 'message', id: 'secret', message: { role: 'bashExecution', command: 'id', output: 'me', exitCode: 0, cancelled: false, truncated: false, excludeFromContext: true, timestamp: 0 } },
  { type: 'context_edit', id: 'omit', targetId: 'read', replacement: null },
  { type: 'context_edit', id: 'replace', targetId: 'ask', replacement: { content: 'Where is it?' } },
  assistant([text('In the sea.')], { id: 'sea' }, { usage: { input: 4200, output: 30, cacheRead: 0, cacheWrite: 0, totalTokens: 4230, cost: cost(0.25) } }),
  assistant([call('c2', 'write', { path: 'src/sea.rs', content: 'sea' })], { id: 'left', parentId: 'ask' }, { usage: { input: 7, output: 1, cacheRead: 0, cacheWrite: 0, totalTokens: 8, cost: cost(2) } }),
  user('Thanks.', { id: 'end', parentId: 'sea' }),
]);

function inspector(page: Page): Locator {
  return page.getByRole('region', { name: 'Inspector' });
}

/** Where there is room for one pane only, a visit brings the conversation into view. */
async function showPane(viewer: Viewer): Promise<void> {
  if (await viewer.panes.isVisible()) await viewer.panes.getByRole('button', { name: 'Inspector' }).click();
}

async function show(viewer: Viewer, tab: 'Entry' | 'Context' | 'Stats' | 'Problems'): Promise<Locator> {
  const { page } = viewer;
  await showPane(viewer);
  await page.getByRole('tab', { name: tab }).click();
  const panel = page.getByRole('tabpanel', { name: tab });
  await expect(panel).toBeVisible();
  return panel;
}

/** What stands behind a name in a list of names and values. */
function value(panel: Locator, name: string): Locator {
  return panel.locator('dl > div').filter({ has: panel.page().getByText(name, { exact: true }) }).locator('dd');
}

function ids(list: Locator): Promise<string[]> {
  return list.getByRole('listitem').evaluateAll((items) => items.map((item) => item.getAttribute('data-entry-id') ?? ''));
}

test('the entry in focus, with its fields, usage, place and JSON', async ({ viewer, makeFile, checkAccessibility }) => {
  await viewer.open(await makeFile('figures.jsonl', figures));
  await viewer.showTree();
  await viewer.choose('All');
  await viewer.row('look').click();
  const panel = await show(viewer, 'Entry');
  await expect(value(panel, 'Id')).toHaveText('look');
  await expect(value(panel, 'Type')).toHaveText('message');
  await expect(value(panel, 'Role')).toHaveText('assistant');
  await expect(value(panel, 'Parent')).toHaveText('ask');
  await expect(value(panel, 'Cache write')).toHaveText('4,000');
  await expect(value(panel, 'Cost')).toHaveText('$0.50');
  await expect(value(panel, 'Line')).toHaveText('4');
  const lines = figures.split('\n');
  const start = lines.slice(0, 3).reduce((sum, line) => sum + line.length + 1, 0);
  const length = lines[3]?.length ?? 0;
  await expect(value(panel, 'Bytes')).toContainText(`${figure(start)}–${figure(start + length - 1)}`);
  const json = panel.getByRole('list', { name: 'Raw JSON' });
  await expect(json).toContainText('"assistant"');
  await expect(json).not.toContainText('"src/salt.rs"');
  await json.getByRole('button', { name: /^content/ }).click();
  await json.getByRole('button', { name: /^1/ }).click();
  await json.getByRole('button', { name: /^arguments/ }).click();
  await expect(json).toContainText('"src/salt.rs"');
  await checkAccessibility();
  await panel.getByRole('button', { name: 'ask' }).click();
  // Where there is room for one pane, going somewhere shows the conversation.
  await expect(value(await show(viewer, 'Entry'), 'Id')).toHaveText('ask');
});

test('what the model sees, and what is left out and why', async ({ viewer, page, makeFile, checkAccessibility }) => {
  await viewer.open(await makeFile('figures.jsonl', figures));
  const panel = await show(viewer, 'Context');
  const seen = panel.getByRole('list', { name: 'What the model sees' });
  const left = panel.getByRole('list', { name: 'Left out' });
  expect(await ids(seen)).toEqual(['system', 'ask', 'look', 'shell', 'sea', 'end']);
  expect(await ids(left)).toEqual(['read', 'secret', 'omit', 'replace']);
  await expect(seen.locator('[data-entry-id="ask"]')).toContainText('Where is it?');
  await expect(seen.locator('[data-entry-id="ask"]')).toContainText('replaced');
  await expect(left.locator('[data-entry-id="read"]')).toContainText('omitted');
  await expect(left.locator('[data-entry-id="secret"]')).toContainText('kept from the model');
  await expect(left.locator('[data-entry-id="omit"]')).toContainText('not a message');
  await panel.getByRole('button', { name: /^read/ }).last().click();
  await expect(panel).toContainText('Reads.');
  await checkAccessibility();
  await seen.locator('[data-entry-id="shell"]').getByRole('button').click();
  await expect(viewer.entry('shell')).toBeInViewport();
  await expect(page).toHaveURL(/tab=context/);
});

test('figures of the branch and of the file', async ({ viewer, makeFile, checkAccessibility }) => {
  await viewer.open(await makeFile('figures.jsonl', figures));
  const panel = await show(viewer, 'Stats');
  await expect(panel.getByRole('radio', { name: 'Branch' })).toBeChecked();
  await expect(value(panel, 'Replies')).toHaveText('2');
  await expect(value(panel, 'Cost')).toHaveText('$0.75');
  await expect(value(panel, 'All tokens')).toHaveText(figure(100 + 20 + 4000 + 4230));
  await expect(panel.getByRole('table', { name: 'Cost by model' }).getByRole('row')).toHaveCount(2);
  await expect(panel.getByRole('list', { name: 'Files read' })).toHaveText('src/salt.rs');
  await expect(panel.getByRole('list', { name: 'Files changed' })).toHaveCount(0);
  // 4,100 tokens were in the cache, and none was read from it.
  const misses = panel.getByRole('list', { name: 'Cache misses' });
  expect(await ids(misses)).toEqual(['sea']);
  await expect(misses).toContainText('4,100 tokens');
  await checkAccessibility();
  await panel.getByRole('radio', { name: 'File' }).check();
  await expect(value(panel, 'Replies')).toHaveText('3');
  await expect(value(panel, 'Cost')).toHaveText('$2.75');
  await expect(panel.getByRole('list', { name: 'Files changed' })).toHaveText('src/sea.rs');
  await misses.getByRole('button').click();
  await expect(viewer.entry('sea')).toBeInViewport();
});

test('a problem goes to its entry, or shows its line', async ({ viewer, page, makeFile, checkAccessibility }) => {
  const orphan = branches.replace('"parentId":"first"', '"parentId":"missing-parent"') + '{"type":"mess';
  await viewer.open(await makeFile('orphan.jsonl', orphan));
  await page.getByRole('button', { name: '2 problems' }).click();
  const panel = page.getByRole('tabpanel', { name: 'Problems' });
  await expect(panel.getByRole('listitem')).toHaveCount(2);
  await panel.getByRole('button', { name: /torn-tail/ }).click();
  await expect(panel.getByRole('group', { name: 'The line' })).toHaveText('{"type":"mess');
  await checkAccessibility();
  await panel.getByRole('button', { name: /missing-parent/ }).click();
  await expect(viewer.entry('first-done')).toBeInViewport();
});

test('what is only worth knowing is no problem', async ({ viewer, page, makeFile }) => {
  const old = '{"type":"session","id":"old","timestamp":"2026-01-01T00:00:00.000Z","cwd":"/"}\n{"type":"message","timestamp":"2026-01-01T00:00:01.000Z","message":{"role":"user","content":"hello"}}\n';
  await viewer.open(await makeFile('old.jsonl', old));
  await page.getByRole('button', { name: '1 note' }).click();
  await expect(page.getByRole('tabpanel', { name: 'Problems' })).toContainText('migrated');
});

test('tabs answer the keys, and the address keeps the tab', async ({ viewer, page, makeFile }) => {
  const path = await makeFile('everything.jsonl', everything);
  await viewer.open(path);
  await show(viewer, 'Entry');
  await page.getByRole('tab', { name: 'Entry' }).focus();
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('tab', { name: 'Context' })).toBeFocused();
  await expect(page.getByRole('tab', { name: 'Context' })).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('End');
  await expect(page.getByRole('tabpanel', { name: 'Problems' })).toBeVisible();
  await page.keyboard.press('ArrowLeft');
  await expect(page).toHaveURL(/tab=stats/);
  await viewer.reload();
  await drop(page, path);
  await expect(viewer.feed).toBeVisible();
  await showPane(viewer);
  await expect(page.getByRole('tab', { name: 'Stats' })).toHaveAttribute('aria-selected', 'true');
});

test('every tab of a session with everything in it', async ({ viewer, makeFile, checkAccessibility }) => {
  // Everything is looked over once a tab.
  test.slow();
  await viewer.open(await makeFile('everything.jsonl', everything));
  for (const tab of ['Entry', 'Context', 'Stats', 'Problems'] as const) {
    await show(viewer, tab);
    await expectNoSidewaysScroll(viewer.page);
    await checkAccessibility();
  }
});

test('the border of the inspector moves by keys and stays', async ({ viewer, page, makeFile, isMobile }) => {
  test.skip(isMobile, 'one pane has no borders');
  const path = await makeFile('branches.jsonl', branches);
  await viewer.open(path);
  const border = page.getByRole('separator', { name: 'Width of the inspector' });
  const width = async () => Math.round((await inspector(page).boundingBox())?.width ?? 0);
  const start = await width();
  await border.focus();
  await page.keyboard.press('ArrowLeft');
  await expect.poll(width).toBe(start + 8);
  await page.keyboard.press('Shift+ArrowRight');
  await expect.poll(width).toBe(start - 72);
  await viewer.reload();
  await drop(page, path);
  await expect.poll(width).toBe(start - 72);
});

test.describe('as Pi has it', () => {
  test.skip(realSessions.length === 0, `no sessions in ${realSessionsFolder}`);
  // Each of twenty places is drawn anew, and Pi reads the file first.
  test.slow();

  for (const path of realSessions) {
    test(`the context of ${basename(path)}`, async ({ viewer, page }) => {
      const speakers: Record<string, string> = { user: 'User', assistant: 'Assistant', system: 'System', bashExecution: 'Shell', custom: 'Custom', branchSummary: 'Summary', compactionSummary: 'Compaction' };
      const { session, hasIds, places } = await piContexts(path);
      await viewer.open(path);
      const panel = await show(viewer, 'Context');
      for (const { leaf, seen, branch } of places) {
        if (hasIds) {
          await page.evaluate((hash) => (location.hash = hash), `session=${session}&leafId=${leaf}&targetId=${leaf}&tab=context`);
          await expect(page).toHaveURL(new RegExp(`targetId=${leaf}`));
          await showPane(viewer);
        }
        await expect(value(panel, 'messages')).toHaveText(figure(seen.length));
        for (const name of [/^Show .* more$/]) {
          while ((await panel.getByRole('button', { name }).count()) > 0) await panel.getByRole('button', { name }).first().click();
        }
        const list = panel.getByRole('list', { name: 'What the model sees' });
        const rows = () =>
          list.getByRole('listitem').evaluateAll((items) =>
            items.map((item) => {
              const said = (name: string) => item.querySelector(name)?.textContent ?? '';
              return [item.getAttribute('data-entry-id') ?? '', said('.speaker'), said('.tokens')];
            }),
          );
        const expected = seen.map(({ id, role, tokens }) => [hasIds ? id : '', speakers[role] ?? 'a tool', figure(tokens)]);
        const comparable = async () => (await rows()).map(([id, speaker, tokens], at) => [hasIds ? id : '', seen[at]?.role === 'toolResult' ? 'a tool' : speaker, tokens]);
        await expect.poll(comparable, { message: `what the model sees at ${leaf}` }).toEqual(expected);
        if (!hasIds) continue;
        const sources = new Set(seen.map(({ id }) => id));
        expect(await ids(panel.getByRole('list', { name: 'Left out' })), `what is left out at ${leaf}`).toEqual(branch.filter((id) => !sources.has(id)));
      }
    });
  }
});

test('the chart along the branch, with what happened on it', async ({ viewer, page, makeFile }) => {
  const entries = [
    user('one', { id: 'one' }),
    assistant('two', { id: 'two' }, { usage: { input: 9000, output: 100, cacheRead: 0, cacheWrite: 0, totalTokens: 9100, cost: cost(0) } }),
    user('three', { id: 'three' }),
    { type: 'compaction', id: 'compact', summary: 'short', firstKeptEntryId: 'three', tokensBefore: 9100 },
    { type: 'model_change', id: 'change', provider: 'acme', modelId: 'two' },
    assistant('four', { id: 'four' }, { model: 'two', usage: { input: 900, output: 10, cacheRead: 0, cacheWrite: 0, totalTokens: 910, cost: cost(0) } }),
  ];
  await viewer.open(await makeFile('chart.jsonl', sessionText(entries)));
  const panel = await show(viewer, 'Stats');
  await expect(panel).toContainText('at most 9,10');
  await expect(panel).toContainText('910 at the end');
  const marks = panel.getByRole('list', { name: 'Marks in the chart' });
  expect(await ids(marks)).toContain('compact');
  expect(await ids(marks)).toContain('change');
  await marks.getByRole('button', { name: /^compaction/ }).click();
  await expect(viewer.entry('compact')).toBeInViewport();
  await show(viewer, 'Stats');
  const chart = panel.getByRole('img', { name: 'Context along this branch' });
  const box = await chart.boundingBox();
  if (!box) throw new Error('there is no chart');
  await chart.click({ position: { x: 1, y: box.height / 2 } });
  await expect(viewer.entry('one')).toBeInViewport();
  await expect(page).toHaveURL(/targetId=one&/);
  await show(viewer, 'Stats');
  await chart.click({ position: { x: box.width - 1, y: box.height / 2 } });
  await expect(viewer.entry('four')).toBeInViewport();
  await expect(page).toHaveURL(/tab=stats/);
});

test('a session is saved whole, as a branch, or as a session of its own', async ({ viewer, page, makeFile, checkAccessibility }) => {
  await viewer.open(await makeFile('figures.jsonl', figures));
  const save = async (name: string) => {
    await page.getByRole('button', { name: 'Export' }).click();
    const dialog = page.getByRole('dialog', { name: 'Export' });
    await checkAccessibility();
    const [file] = await Promise.all([page.waitForEvent('download'), dialog.getByRole('button', { name }).click()]);
    await expect(dialog).toHaveCount(0);
    const content = await readFile(await file.path(), 'utf8');
    const lines = content.trimEnd().split('\n').map((line) => JSON.parse(line) as Record<string, unknown>);
    return { name: file.suggestedFilename(), content, header: lines[0] ?? {}, ids: lines.slice(1).map((line) => line['id']) };
  };
  const whole = await save('Whole file');
  expect(whole.content).toBe(figures);
  expect(whole.name).toMatch(/^20[\dT-]+Z_00000000-0000-7000-8000-000000000001\.jsonl$/);
  const branch = await save('This branch');
  expect(branch.name).toMatch(/^session-20[\dT-]+Z\.jsonl$/);
  expect(branch.header['id']).toBe(whole.header['id']);
  expect(branch.ids).toEqual(['system', 'ask', 'look', 'read', 'shell', 'secret', 'omit', 'replace', 'sea', 'end']);
  const extracted = await save('Extract branch');
  expect(extracted.ids).toEqual(branch.ids);
  expect(extracted.header['id']).not.toBe(whole.header['id']);
  expect(extracted.header['parentSession']).toBe(whole.name);
  const fork = await save('Fork');
  expect(fork.ids).toEqual(whole.ids);
  expect(fork.name).toContain(String(fork.header['id']));
});
