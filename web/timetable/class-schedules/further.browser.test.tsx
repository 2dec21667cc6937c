import { notifications } from '@mantine/notifications';
import { afterEach, expect, it } from 'vitest';
import type { Permissions } from '#contract/permissions.ts';
import { classOfForm, semesterOfForm } from '#web/test/class-of-form.ts';
import { renderPage } from '#web/test/render-page.tsx';
import { page, serve } from '#web/test/server.ts';
import { TimetableFormPage } from './TimetableFormPage.tsx';

const teachers = [
  { id: 4, first_name: 'Tess', last_name: 'Hall' },
  { id: 5, first_name: 'Theo', last_name: 'Tutor' },
  { id: 6, first_name: 'Nina', last_name: 'North' },
];
const rooms = [
  { id: 2, room_number: 'R1', capacity: 30, features: [] },
  { id: 3, room_number: 'R2', capacity: 25, features: [] },
];
const codes = [{ id: 9, paycode: 'REL', amount: '60.00' }];

// A toast would cover the button of the next test.
afterEach(() => notifications.clean());

/** The rows that a list of the test has: those of the ids in its query, or all. */
const rowsFor = (rows: readonly { id: number }[]) => (sent: { address: string }) => {
  const ids = new URL(sent.address, 'http://server').searchParams.get('id')?.split(',');
  return { body: page(ids ? rows.filter(({ id }) => ids.includes(String(id))) : rows) };
};

/** The form of the class. */
async function open(of: object = {}, permissions: Permissions = { Timetables: ['read', 'edit'] }) {
  const requests = serve({
    'GET classschedule/5/': () => ({ body: { ...classOfForm, ...of } }),
    'PATCH classschedule/5/': () => ({ body: classOfForm }),
    'POST classschedule/5/preview/': () => ({
      body: {
        effective_from: '2026-03-02',
        added: 0,
        removed: 0,
        changed: 0,
        before: null,
        after: null,
        unchanged: 0,
        dropped: [],
        students: 0,
        weeks: [],
        weeks_left: null,
        next_monday: null,
        clashes: [],
        all_clashes: [],
      },
    }),
    'GET teachers/': rowsFor(teachers),
    'GET classroom/': rowsFor(rooms),
    'GET classroom-then/': rowsFor(rooms),
    'GET payrolls/': rowsFor(codes),
    'GET semesters/3/': () => ({ body: semesterOfForm }),
    'GET semesters/': () => ({ body: page([semesterOfForm]) }),
    'GET clashes/': () => ({ body: { clashes: [], dates: 3 } }),
    'GET ': () => ({ body: page([]) }),
  });
  const { screen } = await renderPage(<TimetableFormPage />, {
    address: '/timetable/add?edit=5',
    permissions,
  });
  const button = (name: string) => screen.getByRole('button', { name, exact: true });
  await expect.element(button('Add a teacher')).toBeVisible();
  const judged = (name: string) =>
    requests
      .filter(({ address }) => address.startsWith('clashes/'))
      .map(({ address }) => new URL(address, 'http://server').searchParams.get(name))
      .at(-1);
  const pick = async (label: string, option: string) => {
    await screen.getByRole('textbox', { name: label }).click();
    await screen.getByRole('option', { name: option }).click();
  };
  const save = async () => {
    await button('Save').click();
    await screen.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
    await expect.poll(() => requests.filter(({ method }) => method === 'PATCH')).toHaveLength(1);
    return requests.find(({ method }) => method === 'PATCH')?.body;
  };
  return { screen, button, judged, pick, save };
}
const two = { co_teachers: teachers.slice(1) };

it('further teachers are added to a class, judged and saved in their order (R-TEACH-1)', async () => {
  const { screen, button, judged, pick, save } = await open();
  await button('Add a teacher').click();
  await expect.element(screen.getByRole('textbox', { name: 'Further teacher' })).toHaveFocus();
  await pick('Further teacher', 'Nina North');
  await expect.element(button('Add a teacher')).toHaveFocus();
  await button('Add a teacher').click();
  await pick('Further teacher', 'Theo Tutor');
  await expect.poll(() => judged('co_teachers')).toBe('6,5');
  expect(await save()).toEqual({ co_teachers: [6, 5] });
});

it('one who teaches the class already is not added twice', async () => {
  const { screen, button, pick } = await open();
  await button('Add a teacher').click();
  await pick('Further teacher', 'Tess Hall');
  await expect.element(screen.getByText('is in the list already')).toBeVisible();
});

it('their order is changed by buttons, which stay under the finger; the first becomes the teacher', async () => {
  const { screen, button, save } = await open(two);
  await expect.element(button('Move Theo Tutor down')).toBeVisible();
  await button('Move Nina North up').click();
  await expect.element(button('Move Nina North up')).toHaveFocus();
  await expect.element(screen.getByText('Nina North is number 2 now')).toBeInTheDocument();
  await button('Move Nina North up').click();
  await expect
    .element(screen.getByRole('textbox', { name: 'Teacher', exact: true }))
    .toHaveValue('Nina North');
  expect(await save()).toEqual({ teacher_id: 6, co_teachers: [4, 5] });
});

it('one of them who is chosen as the teacher leaves the list, and all can be removed', async () => {
  const { button, pick, save } = await open(two);
  await pick('Teacher', 'Theo Tutor');
  await expect.element(button('Remove Theo Tutor')).not.toBeInTheDocument();
  await button('Remove Nina North').click();
  expect(await save()).toEqual({ teacher_id: 5, co_teachers: [] });
});

it('users who set pay codes give each further teacher their own', async () => {
  const { button, pick, save } = await open(two, {
    Timetables: ['read', 'edit'],
    Payrolls: ['read', 'edit'],
  });
  await pick('Pay code of Theo Tutor', 'REL (60.00 per hour)');
  await pick('Pay code of Nina North', 'REL (60.00 per hour)');
  await button('Remove Nina North').click();
  expect(await save()).toEqual({ co_teachers: [5], co_teacher_pay: { '5': 9 } });
});

it('further rooms are added, with the seats of all together (R-CLASS-8)', async () => {
  const { screen, button, judged, pick, save } = await open();
  await button('Add a room').click();
  await pick('Further room', 'R2 (25 seats)');
  await expect.element(screen.getByText('55 seats together')).toBeVisible();
  await expect.poll(() => judged('more_rooms')).toBe('3');
  expect(await save()).toEqual({ more_rooms: [3] });
});
