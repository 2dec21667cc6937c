import { describe, expect, it, vi } from 'vitest';
import type { ConflictClass } from '#contract/marks.ts';
import { messages } from '#contract/texts.ts';
import { renderWithLibrary } from '#web/test/render-with-library.tsx';
import { ConflictPanel } from '#web/school/ConflictPanel.tsx';
import type { Gate } from './gate.ts';
import { GateBand } from './GateBand.tsx';

const today = '2026-03-02';

describe('the band above a roll that is not the current one', () => {
  const band = (gate: Gate, { date = today, held = 0, open = () => {} } = {}) => (
    <GateBand gate={gate} date={date} today={today} held={held} open={open} />
  );

  it('is not shown for the current class', async () => {
    const screen = await renderWithLibrary(<main>{band({ is: 'open' })}</main>);
    await expect.element(screen.getByRole('main')).toBeEmptyDOMElement();
  });

  it.each([
    [40, 'Begins in 40 min'],
    [89, 'Begins in 89 min'],
    [90, 'Begins in 1 h 30 min'],
  ])('%i minutes before the class: %s', async (minutes, title) => {
    const screen = await renderWithLibrary(band({ is: 'early', minutes }));
    await expect.element(screen.getByRole('status')).toMatchTextContent(title);
  });

  it.each([
    [0, 'Take it anyway'],
    [1, 'Take it anyway (1 waits)'],
    [3, 'Take it anyway (3 wait)'],
  ])('with %i taps its button is "%s", and opens the roll', async (held, name) => {
    const open = vi.fn();
    const screen = await renderWithLibrary(band({ is: 'early', minutes: 40 }, { held, open }));
    await screen.getByRole('button', { name, exact: true }).click();
    expect(open).toHaveBeenCalledOnce();
  });

  it.each([
    ['2026-03-01', 'Roll of yesterday, Sunday'],
    ['2026-02-24', 'Roll of last Tuesday'],
    ['2026-02-22', 'Roll of Sunday'],
  ])('%s is named "%s …", also once its taps are taken', async (date, title) => {
    const screen = await renderWithLibrary(band({ is: 'past' }, { date, held: 2 }));
    await expect.element(screen.getByRole('status')).toMatchTextContent(title);
    await expect
      .element(screen.getByRole('button', { name: /^Take taps for .*\(2 wait\)$/ }))
      .toBeVisible();
    await screen.rerender(band({ is: 'open' }, { date }));
    await expect.element(screen.getByText(new RegExp(`^${title}`))).toBeVisible();
    await expect.element(screen.getByRole('button')).not.toBeInTheDocument();
  });

  it('the roll of a future date cannot be taken', async () => {
    const screen = await renderWithLibrary(band({ is: 'future' }, { date: '2026-03-09' }));
    await expect.element(screen.getByRole('status')).toMatchTextContent(messages.futureDate);
    await expect.element(screen.getByRole('button')).not.toBeInTheDocument();
  });
});

describe('the panel of a student’s other classes (R-ROLL-5)', () => {
  const other = (id: number, subject_name: string, currentClass: boolean): ConflictClass => ({
    id,
    subject: { subject_name, subject_code: `SUB${id}` },
    day_of_week: 'Monday',
    start_time: '09:00',
    end_time: '10:00',
    weeks: null,
    first_week: 'odd',
    group_name: null,
    classroom: { room_number: 'R1' },
    teacher: { first_name: 'Tess', last_name: 'Teacher' },
    currentClass,
  });

  it('is not shown without any', async () => {
    const screen = await renderWithLibrary(
      <main>
        <ConflictPanel conflicts={[]} />
      </main>,
    );
    await expect.element(screen.getByRole('main')).toBeEmptyDOMElement();
  });

  it('is announced, can be scrolled by keys, and highlights the current class', async () => {
    const screen = await renderWithLibrary(
      <ConflictPanel conflicts={[other(1, 'Logic', true), other(2, 'Topology', false)]} />,
    );
    const panel = screen.getByRole('alert', { name: 'You may be in the following class' });
    await expect.element(panel).toHaveAttribute('tabindex', '0');
    const classes = panel.getByRole('article');
    await expect
      .element(classes.nth(0))
      .toMatchTextContent(/Logic \(SUB1\).*Ongoing.*Monday 09:00/);
    await expect.element(classes.nth(1)).toMatchTextContent(/Topology \(SUB2\)/);
    await expect.element(classes.nth(1)).not.toMatchTextContent('Ongoing');
  });
});
