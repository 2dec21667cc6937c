import { expect, it } from 'vitest';
import { markAnswer, openRoll, rollAnswer, rollRow } from '#web/test/open-roll.tsx';
import { page, serve } from '#web/test/server.ts';

const [xena, yuri] = [rollRow(1, 'Xena', 'Abel'), rollRow(2, 'Yuri', 'Baker')];
/** The call that marks; `isAway`: the network has failed once. */
async function marksWith(isAway: boolean, name: string, suggestion: string) {
  let failures = isAway ? 1 : 0;
  const requests = serve({
    'GET attendance/?': () => rollAnswer([xena]),
    'GET students/': () => ({ body: page([{ ...yuri, id: yuri.student }]) }),
    'POST attendance/create/': ({ body }) => {
      if (failures-- > 0) throw new TypeError('Failed to fetch');
      const { rfid_number } = body as { rfid_number: number };
      return markAnswer(rfid_number === xena.student ? xena : yuri);
    },
  });
  const { screen } = await openRoll();
  const field = screen.getByLabelText('Card number or student ID');
  await field.fill(name);
  await screen.getByRole('option', { name: suggestion }).click();
  await expect.element(field).toHaveValue('');
  await expect.element(screen.getByTestId('tap')).toMatchTextContent('Form submitted successfully');
  return {
    screen,
    bodies: requests.filter(({ method }) => method === 'POST').map(({ body }) => body),
  };
}

it.each([
  ['of the roll', false, 'xena', 'Xena Abel · S1', 1],
  ['of the roll, without the network', true, 'xena', 'Xena Abel · S1', 1],
  ['off the roll', false, 'yuri', 'Yuri Baker · S2 not in this class', 2],
  ['off the roll, without the network', true, 'yuri', 'Yuri Baker · S2 not in this class', 2],
])(
  'a suggestion %s marks the student who was chosen, by number (R-ROLL-7)',
  async (_where, isAway, name, suggestion, student) => {
    const { bodies } = await marksWith(isAway, name, suggestion);
    expect(bodies).not.toEqual([]);
    for (const body of bodies)
      expect(body).toMatchObject({ rfid_number: student, how: 'typed', status: 'Present' });
  },
);

it('what is typed without choosing is sent as it was typed', async () => {
  const requests = serve({
    'GET attendance/?': () => rollAnswer([xena]),
    'POST attendance/create/': () => markAnswer(xena),
  });
  const { screen } = await openRoll();
  await screen.getByLabelText('Card number or student ID').fill('s1');
  await screen.getByRole('button', { name: 'Check in' }).click();
  await expect
    .poll(() => requests.find(({ method }) => method === 'POST')?.body)
    .toMatchObject({ rfid_number: 's1' });
});

it('a suggestion that took the place of another one under the finger marks no one', async () => {
  const [abel, aaron] = [rollRow(1, 'Xena', 'Abel'), rollRow(2, 'Xena', 'Aaron')];
  const requests = serve({
    'GET attendance/?': () => rollAnswer([aaron, abel]),
    'GET students/': () => ({ body: page([]) }),
    'POST attendance/create/': () => markAnswer(abel),
  });
  const { screen } = await openRoll();
  await screen.getByLabelText('Card number or student ID').fill('xena');
  const option = (name: string) => screen.getByRole('option', { name }).element();
  await expect.element(screen.getByRole('option', { name: 'Xena Abel · S1' })).toBeVisible();
  option('Xena Abel · S1').dispatchEvent(new PointerEvent('pointerdown', { bubbles: true }));
  option('Xena Aaron · S2').dispatchEvent(new MouseEvent('click', { bubbles: true, detail: 1 }));
  expect(requests.filter(({ method }) => method === 'POST')).toEqual([]);
  option('Xena Abel · S1').dispatchEvent(new PointerEvent('pointerdown', { bubbles: true }));
  option('Xena Abel · S1').dispatchEvent(new MouseEvent('click', { bubbles: true, detail: 1 }));
  await expect
    .poll(() => requests.find(({ method }) => method === 'POST')?.body)
    .toMatchObject({ rfid_number: 1 });
});
