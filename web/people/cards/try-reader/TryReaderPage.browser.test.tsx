import { expect, it } from 'vitest';
import { renderPage } from '#web/test/render-page.tsx';
import { serve } from '#web/test/server.ts';
import { typeKeys } from '#web/test/type-keys.ts';
import { TryReaderPage } from './TryReaderPage.tsx';

async function open() {
  const marks: string[] = [];
  serve({
    'GET cards/find/': ({ address }) => {
      const number = new URL(address, location.origin).searchParams.get('number');
      return {
        body: {
          number,
          holder: {
            kind: 'student',
            id: 1,
            student_id: 'S1',
            first_name: 'Ann',
            last_name: 'Abel',
          },
          former: null,
        },
      };
    },
    'POST ': ({ address }) => {
      marks.push(address);
      return { status: 500 };
    },
  });
  const { screen } = await renderPage(<TryReaderPage />, {
    address: '/try-reader',
    permissions: { Settings: ['read'], Students: ['read', 'edit'] },
  });
  return { screen, marks };
}

it('shows what a reader types, whose card it is, and what each setting would store', async () => {
  const { screen, marks } = await open();
  await typeKeys(';90:D7:52:C5?{Enter}');
  await expect.element(screen.getByText('Pages read ;90:D7:52:C5?.')).toBeVisible();
  await expect.element(screen.getByText(/is the card of Ann Abel \(S1\)/)).toBeVisible();
  const row = (name: RegExp) => screen.getByRole('row', { name });
  await expect.element(row(/^Decimal 2430030533/)).toBeVisible();
  await expect.element(row(/Hexadecimal 90D752C5/)).toBeVisible();
  await expect.element(row(/Wiegand 26.* 0014111429/)).toBeVisible();
  expect(marks).toEqual([]);
});

it('Tab ends a number as Enter does, and the next tap replaces the one before', async () => {
  const { screen } = await open();
  await typeKeys('0006478258{Tab}');
  await expect.element(screen.getByText('Pages read 0006478258.')).toBeVisible();
  await typeKeys('08A1B2C3{Enter}');
  await expect.element(screen.getByText('Pages read 08A1B2C3.')).toBeVisible();
  await expect.element(screen.getByText(/phones and some new cards/)).toBeVisible();
  await screen.getByRole('button', { name: 'Clear' }).click();
  await expect.element(screen.getByText('No card yet')).toBeVisible();
});

it('says why a card was not read: no Enter, or ten thousand characters', async () => {
  const { screen } = await open();
  await typeKeys('0006478258');
  await expect.element(screen.getByText(/send Enter or Tab after the number/)).toBeVisible();
  for (let at = 0; at < 10_000; at++)
    window.dispatchEvent(new KeyboardEvent('keydown', { key: '7', code: 'Digit7' }));
  window.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', code: 'Enter' }));
  await expect
    .element(screen.getByText(/^Not read: it is no number of a card, with 256 characters/))
    .toBeVisible();
});
