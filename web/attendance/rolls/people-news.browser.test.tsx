import { expect, it } from 'vitest';
import { markOf } from '#web/school/roll.ts';
import { markAnswer, openRoll, rollAnswer, rollRow } from '#web/test/open-roll.tsx';
import { serve } from '#web/test/server.ts';

const [ann, ben] = [rollRow(1, 'Ann', 'Abel'), rollRow(2, 'Ben', 'Baker', 'Present')];

/** The server's stream of events. */
function createStream() {
  const { readable, writable } = new TransformStream<string, string>();
  const writer = writable.getWriter();
  const send = (event: string, data: object) =>
    void writer.write(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`);
  send('open', { changed: false });
  return { body: readable.pipeThrough(new TextEncoderStream()), send };
}

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
