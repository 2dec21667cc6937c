import { expect, it } from 'vitest';
import type { RunningRollCall } from '#contract/attendance/building.ts';
import { listHere } from '#web/test/building.tsx';
import { renderPage } from '#web/test/render-page.tsx';
import { serve } from '#web/test/server.ts';
import { RollCallNews } from './RollCallNews.tsx';

it('a roll call of the building is announced on other pages, with a link to its list, until it ends', async () => {
  let roll_call: RunningRollCall | null = listHere().roll_call;
  serve({ 'GET building/running/': () => ({ body: { roll_call } }) });
  const { screen } = await renderPage(<RollCallNews />);
  const link = screen.getByRole('link', { name: 'Drill: who is here' });
  await expect.element(link).toHaveAttribute('href', '/who-is-here');
  await expect.element(screen.getByText('Drill since 09:10.', { exact: false })).toBeVisible();
  roll_call = null;
  window.dispatchEvent(new Event('visibilitychange'));
  await expect.element(link).not.toBeInTheDocument();
});
