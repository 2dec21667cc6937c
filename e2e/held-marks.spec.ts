import { expectAccessible } from './accessibility.ts';
import { api } from './api.ts';
import { admin, allRowsDrawn, expect, openRoll, signIn, omar, test } from './fixtures.ts';
import { expectFits, toasted } from './resources.ts';
import { closeRoll } from './roll-steps.ts';

test('a mark that waited meets a closed roll: it is held, and an administrator accepts it', async ({
  page,
  browser,
}) => {
  await openRoll(page);
  const address = new URL(page.url());
  const of = {
    class_schedule: Number(address.searchParams.get('id')),
    date: address.searchParams.get('date'),
  };
  const row = page.locator('tr[data-status="N/A"]').first();
  const student = (await row.getAttribute('data-student')) ?? '';
  await closeRoll(page);
  await expect(page.getByText(/^Roll closed at /)).toBeVisible();

  const phone = await browser.newContext({ viewport: { width: 390, height: 844 } });
  const other = await phone.newPage();
  await signIn(other, omar);
  // The status of another teacher's mark by hand, made while the class was on.
  const made_at = new Date(Date.now() - 60_000).toISOString();
  const body = { ...of, rfid_number: student, status: 'Absent', made_at };
  expect(await api(other, 'attendance/create/', body)).toMatchObject({ held: true });
  await other.goto(address.pathname + address.search);
  await expect(other.getByText('1 mark is held')).toBeVisible();
  await expect(other.getByRole('button', { name: /^Accept/ })).toHaveCount(0);
  await expectFits(other);
  // The open screen follows marks that arrive, and below what is decided about them.
  const next = page.locator(`tr[data-student]:not([data-student="${student}"])`).first();
  const second = (await next.getAttribute('data-student')) ?? '';
  const another = { ...body, rfid_number: second };
  expect(await api(other, 'attendance/create/', another)).toMatchObject({ held: true });
  await expect(other.getByText('2 marks are held')).toBeVisible();

  const office = await browser.newContext({ colorScheme: 'dark' });
  const desk = await office.newPage();
  await signIn(desk, admin, address.pathname + address.search);
  await allRowsDrawn(desk);
  await expect(desk.getByText('2 marks are held')).toBeVisible();
  await expectAccessible(desk);
  if (process.env.PICTURE) await desk.screenshot({ path: process.env.PICTURE });
  await desk
    .getByRole('button', { name: /^Accept: .*: Absent/ })
    .first()
    .click();
  // The closing has marked the student Absent as well.
  await expect(desk.getByText(/already absent\. Nothing was changed\.$/)).toBeVisible();
  await expect(other.getByText('1 mark is held')).toBeVisible();
  await desk.getByRole('button', { name: /^Dismiss: .*: Absent/ }).click();
  for (const screen of [desk, other]) await expect(screen.getByText(/held$/)).toHaveCount(0);
  await phone.close();
  await office.close();
});

test('a mark that was made before its class was archived is held on the page of its day', async ({
  page,
}) => {
  const date = '2026-11-18';
  await signIn(page, admin, '/timetable');
  const { results } = await api<{ results: { id: number; student_id: string }[] }>(
    page,
    'students/?limit=1',
  );
  const student = results[0]?.student_id ?? '';
  const { subject, semester, teacher, classroom } = await api<
    Record<'subject' | 'semester' | 'teacher' | 'classroom', { id: number }>
  >(page, 'classschedule/2/');
  const added = await api<{ id: number }>(page, 'classschedule/create/', {
    class_type: 'Lecture',
    day_of_week: 'Wednesday',
    start_time: '00:05',
    end_time: '00:10',
    subject_id: subject.id,
    semester_id: semester.id,
    teacher_id: teacher.id,
    classroom_id: classroom.id,
  });
  await api(page, 'studentassignment/create/', {
    class_schedule_id: added.id,
    student_id: results[0]?.id,
    from_date: date,
  });
  const serverTime = async () => Date.parse((await api<{ now: string }>(page, '../config/')).now);
  const made = await serverTime();
  await api(page, 'classschedule/create/', { archive: 'ids', ids: [added.id] });
  const mark = { class_schedule: added.id, date, rfid_number: student };
  const made_at = new Date(made).toISOString();
  // A mark that is a moment old has waited.
  await expect.poll(serverTime).toBeGreaterThan(made + 1000);
  expect(await api(page, 'attendance/create/', { ...mark, made_at })).toMatchObject({ held: true });
  await page.goto(`/attendance/add?id=${added.id}&date=${date}`);
  await expect(page.getByText('This class is archived.')).toBeVisible();
  await expect(page.getByText('1 mark is held')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: /^Accept: .*: Present/ }).click();
  await expect(toasted(page, '1 mark accepted')).toBeVisible();
  await expect(page.locator(`tr[data-student="${student}"]`)).toHaveAttribute(
    'data-status',
    'Present',
  );
});
