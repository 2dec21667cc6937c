import { expect, it } from 'vitest';
import { classOfForm, semesterOfForm } from '#web/test/class-of-form.ts';
import { renderPage } from '#web/test/render-page.tsx';
import { page, serve } from '#web/test/server.ts';
import { TimetableFormPage } from './TimetableFormPage.tsx';

it('a further class begins with semester, teacher, day and weeks of the one before, and at its end', async () => {
  const requests = serve({
    'GET semesters/3/': () => ({ body: semesterOfForm }),
    'GET semesters/': () => ({ body: page([semesterOfForm]) }),
    'GET teachers/': () => ({ body: page([classOfForm.teacher]) }),
    'GET subjects/': () => ({ body: page([classOfForm.subject]) }),
    'GET classroom/': () => ({ body: page([classOfForm.classroom]) }),
    'GET clashes/': () => ({ body: { clashes: [], dates: 3 } }),
    'GET ': () => ({ body: page([]) }),
    'POST classschedule/create/': () => ({ status: 201, body: { ...classOfForm, weeks: '1,3,5' } }),
  });
  const { screen } = await renderPage(<TimetableFormPage />, {
    address: '/timetable/add?semester=3&teacher=4&classroom=2&day=Monday&start=09%3A00&end=10%3A00',
    permissions: { Timetables: ['read', 'add', 'edit'] },
  });
  await screen.getByLabelText(/^Subject/).click();
  await screen.getByRole('option', { name: 'MAT1 Algebra' }).click();
  await screen.getByLabelText(/^Class type/).click();
  await screen.getByRole('option', { name: 'Lecture', exact: true }).click();
  await screen.getByRole('button', { name: 'Add', exact: true }).click();
  await screen.getByRole('button', { name: 'Add another on Monday for Tess Hall' }).click();
  await expect.element(screen.getByLabelText(/^Start time/)).toHaveValue('10:00');
  await expect.element(screen.getByLabelText(/^End time/)).toHaveValue('11:00');
  await expect.element(screen.getByRole('radio', { name: 'Odd' })).toBeChecked();
  await expect
    .poll(() => requests.filter(({ address }) => address.startsWith('clashes/')).at(-1)?.address)
    .toContain('teacher_id=4');
});
