import { describe, expect, it } from 'vitest';
import { markAnswer, openRoll, rollAnswer, rollRow } from '#web/test/open-roll.tsx';
import { serve } from '#web/test/server.ts';
import { typeKeys } from '#web/test/type-keys.ts';

/** On the page, Ann has the card that Ben has by now. */
const ann = { ...rollRow(1, 'Ann', 'Abel'), rfid_number: '880301' };
const ben = rollRow(2, 'Ben', 'Baker');
const [cam, dan] = [rollRow(3, 'Cam', 'Cole'), rollRow(4, 'Dan', 'Dole')];

it('the undo of a tap names and takes back the student whom the server marked (R-ROLL-21)', async () => {
  const requests = serve({
    'GET attendance/?': () => rollAnswer([ann, ben]),
    'POST attendance/create/': () => markAnswer(ben),
    'POST undo-marks/': () => ({ body: { students: [2], fail: [] } }),
  });
  const { screen } = await openRoll();
  await expect.element(screen.getByText('Ann Abel')).toBeVisible();
  await typeKeys('880301{Enter}');
  await screen.getByRole('button', { name: 'Undo: Ben Baker: Present' }).click();
  await expect
    .poll(() => requests.find(({ address }) => address.startsWith('undo-marks'))?.body)
    .toMatchObject({ student: [ben.student], status: 'Present' });
});

it('a tap that changed nothing has no undo, whatever the page knew', async () => {
  serve({
    'GET attendance/?': () => rollAnswer([ann, ben]),
    'POST attendance/create/': () => markAnswer(ben, 'already present at 09:16'),
  });
  const { screen } = await openRoll();
  await expect.element(screen.getByText('Ann Abel')).toBeVisible();
  await typeKeys('880301{Enter}');
  await expect.element(screen.getByTestId('tap')).toMatchTextContent('already present at 09:16');
  expect(screen.getByRole('button', { name: /^Undo/ }).query()).toBeNull();
});

it('an undo that waits behind its tap is about the student whom the server marks', async () => {
  let isAway = true;
  const requests = serve({
    'GET attendance/?': () => rollAnswer([ann, ben]),
    'POST attendance/create/': () => {
      if (isAway) throw new TypeError('Failed to fetch');
      return markAnswer(ben);
    },
    'POST undo-marks/': () => ({ body: { students: [2], fail: [] } }),
    'POST withdraw-marks/': () => ({ body: { students: [2] } }),
  });
  const { screen } = await openRoll();
  await expect.element(screen.getByText('Ann Abel')).toBeVisible();
  await typeKeys('880301{Enter}');
  await screen.getByRole('button', { name: 'Undo: Ann Abel: Present' }).click();
  isAway = false;
  window.dispatchEvent(new Event('online'));
  await expect
    .poll(() => requests.find(({ address }) => /^(undo|withdraw)-marks/.test(address))?.body)
    .toMatchObject({ student: [ben.student] });
});

it('marks that waited can be undone once they are sent: of those who were marked, each of whom counts as one', async () => {
  let isAway = true;
  const requests = serve({
    'GET attendance/?': () => rollAnswer([ann, ben, cam, dan]),
    'POST mark-student-attendance/': () => {
      if (isAway) throw new TypeError('Failed to fetch');
      return {
        body: {
          results: [],
          fail: [{ student_id: 'S3', name: 'Cam Cole', status: 'This student is archived' }],
        },
      };
    },
    'POST undo-marks/': () => ({ body: { students: [1, 2], fail: [] } }),
    'POST withdraw-marks/': () => ({ body: { students: [1, 2] } }),
  });
  const { screen } = await openRoll();
  const undo = screen.getByRole('button', { name: /^Undo: . students present/ });
  await screen.getByRole('checkbox', { name: 'Select all students shown' }).click();
  await screen.getByRole('button', { name: 'Mark present (4)' }).click();
  await expect.element(undo).toBeVisible();
  isAway = false;
  window.dispatchEvent(new Event('online'));
  await expect.element(screen.getByText('3 marks that waited were sent')).toBeVisible();
  await expect.element(screen.getByText('Cam Cole: This student is archived')).toBeVisible();
  await screen.getByRole('button', { name: 'Undo: 3 students present' }).click();
  await expect
    .poll(() => requests.find(({ address }) => /^(undo|withdraw)-marks/.test(address))?.body)
    .toMatchObject({ student: [1, 2, 4] });
});

it('what an undo has done is not shown after the student is marked again, also when it is sent later', async () => {
  let isAway = true;
  let marked = 0;
  serve({
    'GET attendance/?': () => rollAnswer([ann, ben]),
    'POST attendance/create/': () => {
      if (isAway) throw new TypeError('Failed to fetch');
      marked++;
      return markAnswer(ann);
    },
    'POST withdraw-marks/': () => ({ body: { students: [1] } }),
    'POST undo-marks/': () => ({ body: { students: [1], fail: [] } }),
  });
  const { screen } = await openRoll();
  const present = screen
    .getByRole('row', { name: /Ann Abel/ })
    .getByRole('button', { name: 'Present' });
  await present.click();
  await screen.getByRole('button', { name: 'Undo: Ann Abel: Present' }).click();
  await expect.element(screen.getByTestId('tap')).toMatchTextContent('Taking back Ann Abel');
  await present.click();
  await expect.element(screen.getByTestId('tap')).toMatchTextContent('Ready for cards');
  isAway = false;
  window.dispatchEvent(new Event('online'));
  await expect.poll(() => marked).toBe(2);
  await expect.element(screen.getByTestId('tap')).not.toMatchTextContent('back to');
});

describe('a mark that is taken back before its answer (R-ROLL-21)', () => {
  type Page = Awaited<ReturnType<typeof openRoll>>['screen'];
  const rowOf = (screen: Page) => screen.getByRole('row', { name: /Ann Abel/ });
  const present = (screen: Page) => rowOf(screen).getByRole('button', { name: 'Present' });
  const takeBack = (screen: Page) => screen.getByRole('button', { name: 'Take back' });

  it('is taken back behind it, also without a network', async () => {
    let isAway = true;
    const requests = serve({
      'GET attendance/?': () => rollAnswer([ann, ben]),
      'POST attendance/create/': () => {
        if (isAway) throw new TypeError('Failed to fetch');
        return markAnswer(ann);
      },
      'POST withdraw-marks/': () => ({ body: { students: [1] } }),
    });
    const { screen } = await openRoll();
    await present(screen).click();
    await expect.element(rowOf(screen)).toHaveAttribute('data-pending-status', 'Present');
    // By keyboard: a press of the mouse waits until the page that has moved is steady.
    await typeKeys('{Enter}');
    await takeBack(screen).click();
    isAway = false;
    window.dispatchEvent(new Event('online'));
    await expect
      .poll(() => requests.find(({ address }) => address.startsWith('withdraw-marks'))?.body)
      .toMatchObject({ student: [1], status: 'Present' });
  });

  it('is taken back by its record where the answer has come before the question is answered', async () => {
    const answered = Promise.withResolvers<void>();
    const requests = serve({
      'GET attendance/?': () => rollAnswer([ann, ben]),
      'POST attendance/create/': async () => {
        await answered.promise;
        return markAnswer(ann);
      },
      'DELETE attendance/1/': () => ({ status: 204 }),
    });
    const { screen } = await openRoll();
    await present(screen).click();
    await expect.poll(() => requests.some(({ method }) => method === 'POST')).toBe(true);
    await present(screen).click();
    await expect.element(takeBack(screen)).toBeVisible();
    answered.resolve();
    await expect
      .element(screen.getByRole('group', { name: 'Status of Ann Abel: Present' }))
      .toBeInTheDocument();
    await takeBack(screen).click();
    await expect.poll(() => requests.some(({ method }) => method === 'DELETE')).toBe(true);
  });
});

it('a mark that another device has taken back and made again stays, and the roll shows it', async () => {
  let roll = [{ ...ann, ...rollRow(1, 'Ann', 'Abel', 'Present') }, ben];
  serve({
    'GET attendance/?': () => rollAnswer(roll),
    'DELETE attendance/1/': () => ({
      status: 404,
      body: { detail: 'This attendance record was not found' },
    }),
  });
  const { screen } = await openRoll();
  const status = screen.getByRole('group', { name: /^Status of Ann Abel/ });
  await status.getByRole('button', { name: 'Present' }).click();
  roll = [{ ...ann, ...rollRow(1, 'Ann', 'Abel', 'Present'), id: 9 }, ben];
  await screen.getByRole('button', { name: 'Take back' }).click();
  await expect.element(screen.getByText('This mark was changed since')).toBeVisible();
  await expect.element(status).toHaveAccessibleName('Status of Ann Abel: Present');
});
