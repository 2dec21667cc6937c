import { expect, it } from 'vitest';
import { userEvent } from 'vitest/browser';
import { recordedMarking, rollRow } from '#web/test/open-roll.tsx';
import { renderInSession } from '#web/test/render-in-session.tsx';
import { cardField } from '#web/platform/reader/fields.ts';
import { RollTable } from './RollTable.tsx';

const gapMs = 35;
const roll = [
  rollRow(1, 'Ann', 'Abel'),
  rollRow(2, 'Ben', 'Baker', 'Present'),
  rollRow(3, 'Cam', 'Cole', 'Absent'),
  { ...rollRow(4, 'Dan', 'Dole', 'Present'), late_minutes: 12 },
];

/** The faces of four students with the reader's field above them; `calls` are what is marked. */
async function open({ isReadOnly = false } = {}) {
  const { calls, marking } = recordedMarking();
  const screen = await renderInSession(
    <>
      <input aria-label="Card" {...{ [cardField]: true }} />
      <RollTable
        roll={roll}
        of={{ id: 1, date: '2026-03-02' }}
        views={{ view: 'faces', show: () => {} }}
        {...(!isReadOnly && { marking })}
      />
    </>,
    { reader_gap_ms: gapMs },
  );
  const face = (name: string) =>
    screen.getByRole('listitem').filter({ hasText: name }).getByRole('button').first();
  return { screen, calls, face };
}

it('a press marks present, and who is present absent', async () => {
  const { calls, face } = await open();
  await face('Ann Abel').click();
  await face('Ben Baker').click();
  await face('Cam Cole').click();
  expect(calls).toEqual([
    ['Present', 1],
    ['Absent', 2],
    ['Present', 3],
  ]);
});

it('the rest is marked present: those without a mark', async () => {
  const { screen, calls } = await open();
  await screen.getByRole('button', { name: 'Mark the rest present (1)' }).click();
  expect(calls).toEqual([['markRestPresent', [1]]]);
});

it('a face says its status and details in words', async () => {
  const { screen } = await open();
  await expect.element(screen.getByRole('button', { name: 'Ann Abel Not taken' })).toBeVisible();
  await expect
    .element(screen.getByRole('button', { name: 'Dan Dole ✓ 12 min late' }))
    .toBeVisible();
});

it('the menu has what the list has', async () => {
  const { screen, calls } = await open();
  const more = screen.getByRole('button', { name: 'More for Ben Baker' });
  const titles = ['Absent', 'Late…', 'Excuse…', 'Take back'];
  for (const name of titles) {
    await more.click();
    await screen.getByRole('menuitem', { name, exact: true }).click();
  }
  expect(calls).toEqual([
    ['Absent', 2],
    ['openDetails', 2, 'Present'],
    ['openDetails', 2, 'Absent'],
    ['withdraw', 2, 'Present'],
  ]);
});

it('arrows move from face to face, letters mark, Escape moves to the reader', async () => {
  const { screen, calls, face } = await open();
  const first = face('Ann Abel').element();
  if (first instanceof HTMLElement) first.focus();
  await userEvent.keyboard('{ArrowRight}{ArrowRight}{ArrowLeft}');
  await expect.element(face('Ben Baker')).toHaveFocus();
  await userEvent.keyboard('l');
  await expect.poll(() => calls).toEqual([['openDetails', 2, 'Present']]);
  await userEvent.keyboard('{ArrowUp}');
  await expect.element(screen.getByRole('textbox', { name: 'Card' })).toHaveFocus();
});

it('a roll that can only be read has no buttons', async () => {
  const { screen } = await open({ isReadOnly: true });
  expect(screen.getByRole('listitem').getByRole('button').elements()).toEqual([]);
});
