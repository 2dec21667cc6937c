import { expect, it } from 'vitest';
import { renderPage } from '#web/test/render-page.tsx';
import { page, serve } from '#web/test/server.ts';
import { TimetableFormPage } from './TimetableFormPage.tsx';

const semester = {
  id: 3,
  year: 2026,
  semester: 1,
  batch: '2026',
  semester_start_date: '2026-02-02',
  semester_end_date: '2026-06-30',
  class_start_date: '2026-02-11',
  class_end_date: '2026-03-20',
  first_week: 'odd' as const,
};
const edited = {
  id: 5,
  class_type: 'Lecture',
  day_of_week: 'Monday',
  start_time: '09:00',
  end_time: '10:00',
  weeks: null as string | null,
  color_coding: '#e59623',
  order: 0,
  subject: { id: 1, subject_name: 'Algebra', subject_code: 'MAT1' },
  classroom: { id: 2, room_number: 'R1', capacity: 30 },
  teacher: { id: 4, first_name: 'Tess', last_name: 'Hall' },
  semester,
  number_of_students: 0,
  today_students_stats: { total_students: 0, total_present: 0, total_absent: 0 },
  currentClass: false,
};

/** The form of the class. */
async function open(weeks: string | null, config: { week_names?: string } = {}) {
  const requests = serve({
    'GET classschedule/5/': () => ({ body: { ...edited, weeks } }),
    'GET semesters/3/': () => ({ body: semester }),
    'GET semesters/': () => ({ body: page([semester]) }),
    'GET clashes/': () => ({ body: { clashes: [] } }),
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
  await expect.poll(() => judged().at(-1)).toBe('2-4, 6');
  await text.fill('week two');
  await screen.getByRole('button', { name: 'Save' }).click();
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
