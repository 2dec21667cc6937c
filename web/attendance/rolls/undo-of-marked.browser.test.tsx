import { expect, it } from 'vitest';
import { markAnswer, openRoll, rollAnswer, rollRow } from '#web/test/open-roll.tsx';
import { serve } from '#web/test/server.ts';
import { typeKeys } from '#web/test/type-keys.ts';

/** On the page, Ann has the card that Ben has by now. */
const ann = { ...rollRow(1, 'Ann', 'Abel'), rfid_number: '880301' };
const ben = rollRow(2, 'Ben', 'Baker');

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
  // At once: ten seconds later no undo is shown anyway.
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
