import { expect, it } from 'vitest';
import { renderPage } from '#web/test/render-page.tsx';
import { page, serve } from '#web/test/server.ts';
import { PayRunsPage } from './PayRunsPage.tsx';

it.each([
  [null, true],
  ['2026-03-02', false],
])('with pay closed until %s, the button says why it is disabled: %s', async (day, isDisabled) => {
  serve({
    'GET pay-runs/': () => ({ body: page([]) }),
    'GET pay-closing/': () => ({ body: { closed_until: day, changes: [] } }),
  });
  const { screen } = await renderPage(<PayRunsPage />, {
    address: '/timesheet-admin-portal/runs',
    permissions: { Payrolls: ['read', 'edit'] },
  });
  const button = screen.getByRole('button', { name: 'Make pay run …' });
  const reason = screen.getByText('Close pay until a date first.');
  if (isDisabled) {
    await expect.element(reason).toBeVisible();
    await expect.element(button).toBeDisabled();
    await expect.element(button).toHaveAccessibleDescription('Close pay until a date first.');
  } else {
    await expect.element(button).toBeEnabled();
    await expect.element(reason).not.toBeInTheDocument();
  }
});
