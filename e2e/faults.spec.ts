import { mkdtempSync, chmodSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort, startServer, type ServerProcess } from '#server/test/server-process.ts';
import { cardOf, expect, signIn, grace, studentsWithCard, tapCard, test } from './fixtures.ts';

let server: ServerProcess;
let dataDir: string;
let port: number;
const start = () => startServer({ dataDir, port, env: { READER_GAP_MS: '200' } });

test.beforeAll(async () => {
  const folder = mkdtempSync(join(tmpdir(), 'attendance-e2e-'));
  chmodSync(folder, 0o755);
  dataDir = join(folder, 'data');
  port = await freePort();
  server = await start();
});
test.afterAll(async () => {
  await server.stop('SIGINT');
});

test('a browser that was open when the server was killed sends its pending taps by itself, once, and is live again @detail', async ({
  page,
}) => {
  await signIn(page, grace, `${server.base}/dashboard`);
  await page.locator('article[data-ongoing]').getByRole('link', { name: 'Start' }).click();
  await expect(page.locator('[data-live="true"]')).toBeVisible();
  const [first, second] = (await studentsWithCard(page)) as [string, string];

  await server.stop('SIGKILL');
  await tapCard(page, cardOf(first));
  await tapCard(page, cardOf(second));
  await expect(page.getByText('2 waiting')).toBeVisible();
  await expect(page.locator('tr[data-status="Present"]')).toHaveCount(0);

  const keys: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/attendance/create/'))
      keys.push(request.headers()['idempotency-key'] ?? 'none');
  });
  server = await start();
  for (const id of [first, second])
    await expect(page.locator(`tr[data-student="${id}"]`)).toHaveAttribute(
      'data-status',
      'Present',
    );
  await expect(page.getByText(/waiting/)).toHaveCount(0);
  await expect(page.locator('[data-live="true"]')).toBeVisible();
  expect(new Set(keys).size).toBe(2);
  await page.reload();
  await expect(page.locator('tr[data-status="Present"]')).toHaveCount(2);
});
