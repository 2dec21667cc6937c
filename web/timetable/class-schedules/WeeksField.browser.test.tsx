import { expect, it } from 'vitest';
import { classOfForm, semesterOfForm } from '#web/test/class-of-form.ts';
import { renderPage } from '#web/test/render-page.tsx';
import { page, serve } from '#web/test/server.ts';
import { TimetableFormPage } from './TimetableFormPage.tsx';

/** The form of the class. */
async function open(weeks: string | null, config: { week_names?: string } = {}) {
  const requests = serve({
    'GET classschedule/5/': () => ({ body: { ...classOfForm, weeks } }),
    'GET semesters/3/': () => ({ body: semesterOfForm }),
    'GET semesters/': () => ({ body: page([semesterOfForm]) }),
    'GET clashes/': () => ({ body: { clashes: [], dates: 3 } }),
    // The other pickers.
    'GET ': () => ({ body: page([]) }),
  });
  const { screen } = await renderPage(<TimetableFormPage />, {
    address: '/timetable/add?edit=5',
    permissions: { Timetables: ['read', 'edit'] },
    config,
  });
  await expect.element(screen.getByRole('group', { name: 'Weeks' })).toBeVisible();
  const judged = () =>
    requests
      .filter(({ address }) => address.startsWith('clashes/'))
      .map(({ address }) => new URL(address, 'http://server').searchParams.get('weeks'));
  return { screen, judged };
}

it('every second week is one click, and the clashes are those of these weeks (R-WEEK-1)', async () => {
  const { screen, judged } = await open(null);
  await expect.element(screen.getByRole('radio', { name: 'Every week' })).toBeChecked();
  await screen.getByText('Odd', { exact: true }).click();
  await expect.poll(() => judged().at(-1)).toBe('1,3,5');
  await screen.getByText('Chosen').click();
  await expect.element(screen.getByRole('textbox', { name: 'Weeks as text' })).toHaveValue('1,3,5');
});

it('weeks are chosen by their Mondays, and as text', async () => {
  const { screen, judged } = await open('1-3');
  const week = (name: string) => screen.getByRole('checkbox', { name });
  await expect.element(week('Week 2, 16 Feb')).toBeChecked();
  await screen.getByText('16 Feb').click();
  const text = screen.getByRole('textbox', { name: 'Weeks as text' });
  await expect.element(text).toHaveValue('1,3');
  await text.fill('2-4, 6');
  await expect.element(week('Week 6, 16 Mar')).toBeChecked();
  await expect.element(week('Week 1, 9 Feb')).not.toBeChecked();
  await expect.poll(() => judged().at(-1)).toBe('2-4,6');
  // What cannot be read is named at once, and leaves the weeks as they are.
  await text.fill('5-2');
  await expect.element(screen.getByText('5-2 ends before it begins')).toBeVisible();
  await expect.element(text).toHaveAttribute('aria-invalid', 'true');
  await expect.element(week('Week 6, 16 Mar')).toBeChecked();
  await text.fill('1-60');
  await expect.element(screen.getByText(/^has no week 7/)).toBeVisible();
  await text.fill('odd');
  await expect.element(week('Week 1, 9 Feb')).toBeChecked();
  await expect.element(week('Week 2, 16 Feb')).not.toBeChecked();
  await text.fill('week two');
  await expect.element(screen.getByText('must be weeks, such as 1-6,8')).toBeVisible();
});

it('have the names of the institute', async () => {
  const { screen } = await open('2,4,6', { week_names: 'A/B' });
  await expect.element(screen.getByRole('radio', { name: 'B', exact: true })).toBeChecked();
});

it('that the semester has lost are shown as such (R-WEEK-2)', async () => {
  const { screen } = await open('5-8');
  const lost = screen.getByRole('checkbox', {
    name: 'Week 8, after the last week of the semester',
  });
  await expect.element(lost).toBeChecked();
});
