import { expect, it } from 'vitest';
import type { Student } from '#contract/student.ts';
import type { PublicConfig } from '#contract/session.ts';
import { renderPage } from '#web/test/render-page.tsx';
import { serve } from '#web/test/server.ts';
import { RfidEditor } from './RfidEditor.tsx';

const student = { id: 7, student_id: 'S7', rfid_number: null } as Student;

async function open(
  rfid_number: string | null = null,
  config: Partial<PublicConfig> = {},
  now = rfid_number,
) {
  const requests = serve({
    'GET students/7/': () => ({
      body: { ...student, rfid_number: now },
      headers: { etag: '"v1"' },
    }),
    'PATCH students/7/': () => ({ body: {} }),
  });
  const { screen } = await renderPage(<RfidEditor student={{ ...student, rfid_number }} />, {
    permissions: { Students: ['read', 'edit'] } as never,
    config,
  });
  const field = screen.getByRole('textbox', { name: 'RFID number of S7' }).element();
  if (!(field instanceof HTMLInputElement)) throw new Error('no field');
  field.focus();
  await expect.poll(() => document.activeElement).toBe(field);
  let at = performance.now() + 5000;
  /** Presses a key at the speed of a reader; it types its character unless it is taken. */
  const press = (key: string, code: string) => {
    const event = new KeyboardEvent('keydown', { key, code, bubbles: true, cancelable: true });
    Object.defineProperty(event, 'timeStamp', { value: (at += 5) });
    if (!field.dispatchEvent(event) || key.length > 1) {
      if (key === 'Enter' && !event.defaultPrevented) field.form?.requestSubmit();
      return;
    }
    field.setRangeText(key, field.selectionStart ?? 0, field.selectionEnd ?? 0, 'end');
    field.dispatchEvent(new Event('input', { bubbles: true }));
  };
  const sent = () =>
    requests.filter(({ method }) => method === 'PATCH').map(({ body }) => body as object);
  return { press, sent, field, screen };
}
/** The digits of a French keyboard. */
const french = [...'à&é"\'(-è_ç'];

it.each(['Enter', 'Tab'])(
  'a card in the list is stored as it was sent, with a French keyboard and ended by %s',
  async (end) => {
    const { press, sent } = await open();
    for (const digit of '8800991234') press(french[Number(digit)]!, `Digit${digit}`);
    press(end, end);
    await expect.poll(sent).toMatchObject([{ rfid_number: '8800991234' }]);
  },
);

it('a card that is read into a number replaces it whole', async () => {
  const { press, sent, field } = await open('12345');
  field.setSelectionRange(2, 2);
  for (const digit of '8800991234') press(digit, `Digit${digit}`);
  press('Enter', 'Enter');
  await expect.poll(sent).toMatchObject([{ rfid_number: '8800991234' }]);
});

it('Tab leaves a number that was not typed', async () => {
  const { press, sent, field } = await open('12345');
  field.select();
  press('Tab', 'Tab');
  expect(sent()).toEqual([]);
});

it.each(['', '12345'])(
  'a card that is read in several parts is stored as the settings choose one (from %j)',
  async (before) => {
    const { press, sent, field } = await open(before || null, { card_part: 'last' });
    field.setSelectionRange(before.length, before.length);
    for (const char of '0012345678,188,7000100800')
      press(char, char === ',' ? 'Comma' : `Digit${char}`);
    press('Enter', 'Enter');
    await expect.poll(sent).toMatchObject([{ rfid_number: '7000100800' }]);
  },
);

it('a card that somebody else has given meanwhile is not replaced unseen', async () => {
  const { press, sent, screen } = await open('12345', {}, '7000999001');
  for (const digit of '8800991234') press(digit, `Digit${digit}`);
  press('Enter', 'Enter');
  await expect
    .element(
      screen.getByText(/Somebody else has changed it meanwhile: it is 7000999001 now/).first(),
    )
    .toBeVisible();
  expect(sent()).toEqual([]);
});
