import { expect, it } from 'vitest';
import { page as browserPage, userEvent } from 'vitest/browser';
import { classOfForm, semesterOfForm } from '#web/test/class-of-form.ts';
import { renderPage } from '#web/test/render-page.tsx';
import { page, serve } from '#web/test/server.ts';
import { TypeWeekPage } from './TypeWeekPage.tsx';

const empty = { operation: null, ids: [], holidays: 0, past: 0, fail: [], never_held: [] };
const clash = {
  kind: 'classroom',
  class_schedule: null,
  subject: null,
  date: '2026-03-02',
  dates: 2,
  last_date: '2026-03-09',
  start_time: '09:00',
  end_time: '10:00',
  name: 'R1',
  other: {
    class_schedule: 5,
    group_name: null,
    subject: classOfForm.subject,
    day_of_week: 'Monday',
    weeks: null,
    start_time: '09:00',
    end_time: '10:00',
    room_number: 'R1',
    teacher: classOfForm.teacher,
  },
  students: null,
  seats: null,
  reason: null,
  confirmed: false,
  class: 0,
  with: null,
};

/** The page with two rows, Monday to Friday. */
async function open({ clashes = [] as object[], count = 0, width = 1280, isLost = false } = {}) {
  await browserPage.viewport(width, 800);
  const requests = serve({
    'GET semesters/3/': () => ({ body: semesterOfForm }),
    'GET semesters/': () => ({ body: page([semesterOfForm]) }),
    'GET teachers/': () => ({
      body: page([
        classOfForm.teacher,
        { id: 6, first_name: 'Kim', last_name: 'Hall', email: 'kim@school.example' },
      ]),
    }),
    'GET subjects/': () => ({
      body: page([classOfForm.subject, { id: 9, subject_name: 'Music', subject_code: 'MUS1' }]),
    }),
    'GET classroom/': () => ({ body: page([classOfForm.classroom]) }),
    'GET classschedule-times/': () => ({
      body: {
        times: [
          { start_time: '09:00', end_time: '10:00', classes: 3 },
          { start_time: '11:00', end_time: '12:00', classes: 2 },
        ],
        days: ['Monday'],
      },
    }),
    'GET classschedule/': () => ({ body: page([classOfForm]) }),
    'POST classschedule/many/preview/': () => ({
      body: { ...empty, dates: 12, clash_count: count, clashes },
    }),
    'POST classschedule/many/': () => {
      if (isLost) throw new TypeError('Failed to fetch');
      return {
        status: 201,
        body: { ...empty, operation: 7, ids: [11, 12], dates: 12, clash_count: 0, clashes: [] },
      };
    },
    'GET ': () => ({ body: page([]) }),
  });
  const { screen } = await renderPage(<TypeWeekPage />, {
    address: '/timetable/grid?semester=3',
    permissions: { Timetables: ['read', 'add', 'edit'], Teachers: ['read'], Settings: ['edit'] },
    config: { weekdays: ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'] },
  });
  await expect.element(screen.getByRole('grid')).toBeVisible();
  const cell = (row: number, column: number) =>
    screen.getByRole('row').nth(row).getByRole('gridcell').nth(column);
  const saved = () =>
    requests.find(({ address }) => address === 'classschedule/many/')?.body as
      | { classes: object[]; confirm_clashes: boolean }
      | undefined;
  return { screen, cell, saved, requests };
}

const paste = (text: string) => {
  const clipboardData = new DataTransfer();
  clipboardData.setData('text/plain', text);
  document.activeElement?.dispatchEvent(
    new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }),
  );
};

it('a class is typed by keyboard: letters, Tab from field to field, and to the next cell', async () => {
  const { screen, cell, saved } = await open();
  await cell(1, 0).click();
  await userEvent.keyboard('{ArrowDown}{ArrowRight}{ArrowUp}mat{Tab}r1{Tab}tess{Tab}');
  await expect.element(cell(1, 1)).toMatchTextContent('MAT1 R1Tess Hall');
  await expect.element(cell(1, 2)).toHaveFocus();
  // Enter opens the same again, Escape leaves it.
  await userEvent.keyboard('{ArrowLeft}{Enter}');
  await expect.element(screen.getByRole('combobox', { name: 'Subject' })).toHaveFocus();
  await userEvent.keyboard('mus{Enter}{Escape}');
  await expect.element(cell(1, 1)).toMatchTextContent('MUS1 R1Tess Hall');
  await expect.element(screen.getByText('1 class with 12 dates. No clashes.')).toBeVisible();
  await screen.getByRole('button', { name: 'Add 1 class' }).click();
  await expect.element(screen.getByText('2 classes added').first()).toBeVisible();
  expect(saved()).toEqual({
    confirm_clashes: false,
    classes: [
      {
        semester_id: 3,
        class_type: 'Lecture',
        day_of_week: 'Tuesday',
        start_time: '09:00',
        end_time: '10:00',
        subject_id: 9,
        classroom_id: 2,
        teacher_id: 4,
      },
    ],
  });
  await expect.element(cell(1, 1)).toMatchTextContent('');
});

it('Delete clears a cell, Undo brings it back, and an opened cell without a text stays empty', async () => {
  const { screen, cell } = await open();
  await cell(1, 0).click();
  await userEvent.keyboard('mat{Tab}{Escape}');
  await expect.element(cell(1, 0)).toMatchTextContent('MAT1 Room?Teacher?');
  await userEvent.keyboard('{Delete}');
  await expect.element(cell(1, 0)).toMatchTextContent('');
  await userEvent.keyboard('{Control>}z{/Control}');
  await expect.element(cell(1, 0)).toMatchTextContent('MAT1 Room?Teacher?');
  await userEvent.keyboard('{ArrowDown}{Enter}{Escape}');
  await expect.element(screen.getByRole('button', { name: 'Add 1 class' })).toBeVisible();
});

it('a pasted text that may be several is a question, and nothing is saved before', async () => {
  const { screen, cell, saved } = await open();
  await cell(1, 0).click();
  paste('MAT1/R1/Hall\t"MUS1\nR1\nHall"\n\tMAT1;R9;Tess Hall\n');
  await expect.element(cell(1, 1)).toMatchTextContent('MUS1 R1Hall?');
  await screen.getByRole('button', { name: 'Add 3 classes' }).click();
  await expect.element(cell(1, 0)).toHaveFocus();
  expect(saved()).toBeUndefined();
  const questions = screen.getByRole('region', { name: 'Who or what is meant?' });
  await questions.getByLabelText('Hall (2 times)').click();
  await screen.getByRole('option', { name: 'Teacher Kim Hall' }).click();
  await expect.element(cell(1, 0)).toMatchTextContent('MAT1 R1Kim Hall');
  await expect.element(cell(1, 1)).toMatchTextContent('MUS1 R1Kim Hall');
  await questions.getByRole('button', { name: 'Leave out R9' }).click();
  await expect.element(questions).not.toBeInTheDocument();
  await screen.getByRole('button', { name: 'Add 3 classes' }).click();
  await expect.element(cell(2, 1)).toHaveFocus();
  expect(saved()).toBeUndefined();
});

it('a clash is shown in its cell and below, and saving asks about it', async () => {
  const { screen, cell, saved } = await open({ clashes: [clash], count: 1040 });
  await cell(1, 0).click();
  paste('MAT1/R1/Kim Hall');
  await expect.element(cell(1, 0)).toMatchTextContent(/Room is taken/);
  // The answer has the first clashes of each class.
  await expect.element(screen.getByText('1 class with 12 dates. 1,040 clashes.')).toBeVisible();
  await expect.element(screen.getByText('and 1,039 more')).toBeVisible();
  await cell(2, 3).click();
  await screen.getByRole('button', { name: /Monday 09:00 MAT1 Room R1 is needed by MAT1/ }).click();
  await expect.element(cell(1, 0)).toHaveFocus();
  await screen.getByRole('button', { name: 'Add 1 class' }).click();
  await screen.getByRole('button', { name: 'Save anyway' }).click();
  await expect.poll(() => saved()?.confirm_clashes).toBe(true);
});

it('on a narrow page a pasted week has all its days', async () => {
  const { screen, cell } = await open({ width: 390 });
  await cell(1, 0).click();
  await userEvent.keyboard('{Escape}');
  paste('MAT1/R1/Kim Hall\tMUS1/R1/Kim Hall');
  await expect.element(screen.getByText('2 cells filled')).toBeVisible();
  await expect.element(screen.getByRole('button', { name: 'Add 2 classes' })).toBeVisible();
});

it('weeks that cannot be read hold the classes back', async () => {
  const { screen, cell, saved } = await open();
  await cell(1, 0).click();
  paste('MAT1/R1/Kim Hall');
  const weeks = screen.getByLabelText('Weeks');
  await weeks.fill('7');
  await screen.getByRole('button', { name: 'Add 1 class' }).click();
  await expect.element(screen.getByText(/^Weeks: has no week 7/)).toBeVisible();
  expect(saved()).toBeUndefined();
  // As in the form of a class.
  await weeks.fill('odd');
  await screen.getByRole('button', { name: 'Add 1 class' }).click();
  await expect.poll(() => saved()?.classes).toEqual([expect.objectContaining({ weeks: '1,3,5' })]);
});

it('an answer that is lost is one, and the classes are judged again: they may have been added', async () => {
  const { screen, cell, requests } = await open({ isLost: true });
  const sent = (path: string) => requests.filter(({ address }) => address === path).length;
  await cell(1, 0).click();
  paste('MAT1/R1/Kim Hall');
  await expect.element(screen.getByText('1 class with 12 dates. No clashes.')).toBeVisible();
  const judged = sent('classschedule/many/preview/');
  await screen.getByRole('button', { name: 'Add 1 class' }).dblClick();
  await expect
    .element(screen.getByText(/look whether the classes are in the timetable/))
    .toBeVisible();
  await expect.poll(() => sent('classschedule/many/preview/')).toBeGreaterThan(judged + 1);
  expect(sent('classschedule/many/')).toBe(1);
  await expect.element(cell(1, 0)).toMatchTextContent('MAT1 R1Kim Hall');
});

it('the week of a teacher shows the classes as they stand, and each new one has the teacher', async () => {
  const { screen, cell } = await open();
  await screen.getByLabelText('Week of').click();
  await screen.getByRole('option', { name: 'Teacher' }).click();
  await screen.getByLabelText('Teacher', { exact: true }).click();
  await screen.getByRole('option', { name: 'Kim Hall' }).click();
  await expect.element(cell(1, 0).getByRole('link', { name: 'MAT1' })).toBeVisible();
  await cell(1, 2).click();
  await userEvent.keyboard('mus{Tab}r1{Tab}');
  await expect.element(cell(1, 2)).toMatchTextContent('MUS1 R1Kim Hall');
  await expect.element(cell(1, 3)).toHaveFocus();
});

it('the time of a row is changed in it, and the weekend is shown where it is wanted', async () => {
  const { screen } = await open();
  await screen.getByRole('rowheader', { name: '09:00–10:00' }).click();
  await userEvent.keyboard('{Enter}');
  await screen.getByLabelText('Ends').fill('08:30');
  await userEvent.keyboard('{Enter}');
  await expect.element(screen.getByText('must be after the start')).toBeVisible();
  await screen.getByLabelText('Ends').fill('10:30');
  await screen.getByRole('button', { name: 'Done' }).click();
  await expect.element(screen.getByRole('rowheader', { name: '09:00–10:30' })).toHaveFocus();
  await expect
    .element(screen.getByRole('columnheader', { name: 'Saturday' }))
    .not.toBeInTheDocument();
  await screen.getByRole('checkbox', { name: 'Weekend' }).click();
  await expect.element(screen.getByRole('columnheader', { name: 'Saturday' })).toBeVisible();
});

it('on a phone one day is shown at a time, and a tap opens a cell', async () => {
  const { screen, cell } = await open({ width: 390 });
  await screen.getByText('Tue', { exact: true }).click();
  await expect.element(screen.getByRole('columnheader', { name: 'Tuesday' })).toBeVisible();
  await expect
    .element(screen.getByRole('columnheader', { name: 'Monday' }))
    .not.toBeInTheDocument();
  await cell(2, 0).click();
  await userEvent.keyboard('mat{Enter}r1{Enter}tess{Enter}');
  await expect.element(cell(2, 0)).toMatchTextContent('MAT1 R1Tess Hall');
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390);
});
