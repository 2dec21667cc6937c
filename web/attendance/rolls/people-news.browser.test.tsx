import { expect, it } from 'vitest';
import { markOf } from '#web/school/roll.ts';
import { markAnswer, openRoll, rollAnswer, rollRow } from '#web/test/open-roll.tsx';
import { createStream, serve } from '#web/test/server.ts';

const [ann, ben] = [rollRow(1, 'Ann', 'Abel'), rollRow(2, 'Ben', 'Baker', 'Present')];

it.each([
  ['news about its students', {}],
  ['a mark of somebody who was enrolled since', { marks: [markOf(markAnswer(ben).body)] }],
])('the roll is read again after %s, and what is typed stays (R-ROLL-6)', async (_what, news) => {
  const { body, send } = createStream();
  let rows = [ann];
  serve({ 'GET attendance/?': () => rollAnswer(rows), 'GET live': () => ({ body }) });
  const { screen } = await openRoll();
  const field = screen.getByLabelText('Card number or student ID');
  await field.fill('be');
  rows = [ann, ben];
  send('changed', { topic: null, ...news });
  await expect.element(screen.getByText('Ben Baker')).toBeVisible();
  await expect.element(field).toHaveValue('be');
  await expect.element(field).toHaveFocus();
});

it('an answer that comes late does not take the place of what another device did since (R-ROLL-6)', async () => {
  const { body, send } = createStream();
  const answered = Promise.withResolvers<void>();
  let rows = [ann];
  const requests = serve({
    'GET attendance/?': () => rollAnswer(rows),
    'GET live': () => ({ body }),
    'POST attendance/create/': async () => {
      await answered.promise;
      return markAnswer(ann);
    },
  });
  const { screen } = await openRoll();
  const status = (is: string) => screen.getByRole('group', { name: `Status of Ann Abel: ${is}` });
  await status('N/A').getByRole('button', { name: 'Present' }).click();
  await expect.poll(() => requests.some(({ method }) => method === 'POST')).toBe(true);
  const absent = rollRow(1, 'Ann', 'Abel', 'Absent');
  rows = [absent];
  send('changed', {
    topic: null,
    marks: [{ ...markOf(markAnswer(ann).body), status: 'Absent', id: 1 }],
  });
  await expect.element(status('Absent')).toBeInTheDocument();
  answered.resolve();
  const reads = () => requests.filter(({ address }) => address.startsWith('attendance/?'));
  await expect.poll(() => reads().length).toBe(2);
  await expect.element(status('Absent')).toBeInTheDocument();
  await expect.element(status('Present')).not.toBeInTheDocument();
});

it('an answer shows at once although the roll was read meanwhile, and the roll is read again', async () => {
  const { body, send } = createStream();
  const [answered, read] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  let reads = 0;
  const requests = serve({
    'GET attendance/?': async () => {
      // The third read is the one behind the answer.
      if (++reads > 2) await read.promise;
      return rollAnswer([reads > 2 ? rollRow(1, 'Ann', 'Abel', 'Present') : ann, ben]);
    },
    'GET live': () => ({ body }),
    'POST attendance/create/': async () => {
      await answered.promise;
      return markAnswer(ann);
    },
  });
  const { screen } = await openRoll();
  const status = (is: string) => screen.getByRole('group', { name: `Status of Ann Abel: ${is}` });
  await status('N/A').getByRole('button', { name: 'Present' }).click();
  await expect.poll(() => requests.some(({ method }) => method === 'POST')).toBe(true);
  send('changed', { topic: null });
  await expect.poll(() => reads).toBe(2);
  answered.resolve();
  await expect.element(status('Present')).toBeInTheDocument();
  await expect.poll(() => reads).toBe(3);
  read.resolve();
});
