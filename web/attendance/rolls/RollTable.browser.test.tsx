import { describe, expect, it, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import type { RollRow } from '#contract/marks.ts';
import type { RollStatus, Status } from '#contract/status.ts';
import { recordedMarking } from '#web/test/open-roll.tsx';
import { renderInSession } from '#web/test/render-in-session.tsx';
import { cardField } from '#web/platform/reader/fields.ts';
import { noDetails } from '#web/school/roll.ts';
import { RollTable } from './RollTable.tsx';

function student(
  number: number,
  first_name: string,
  last_name: string,
  status: RollStatus = 'N/A',
): RollRow {
  return {
    student: number,
    student_uuid: `00000000-0000-4000-8000-00000000000${number}`,
    student_id: `S${number}`,
    first_name,
    last_name,
    student_mail: null,
    phone_number: '',
    rfid_number: null,
    profile_image: null,
    id: status === 'N/A' ? null : number,
    attendance_uuid: null,
    status,
    marked_at: status === 'N/A' ? null : '2026-03-01T22:16:00Z',
    how: status === 'N/A' ? null : 'card',
    on_leave: false,
    in_red_list: false,
    ...noDetails,
  };
}
const [ann, ben, cam] = [
  student(1, 'Ann', 'Abel'),
  student(2, 'Ben', 'Baker', 'Absent'),
  student(3, 'Cam', 'Cole'),
];
const gapMs = 35;

interface Given {
  pendingStatus?: ReadonlyMap<number, RollStatus>;
  comingStatus?: ReadonlyMap<number, RollStatus>;
  isReadOnly?: boolean;
}

/** The roll of three students with the reader's field above it; `calls` are its requests. */
async function open({ pendingStatus, comingStatus, isReadOnly = false }: Given = {}) {
  const { calls, marking } = recordedMarking();
  const screen = await renderInSession(
    <>
      <input aria-label="Card" {...{ [cardField]: true }} />
      <RollTable
        roll={[ann, ben, cam]}
        of={{ id: 1, date: '2026-03-02' }}
        {...(!isReadOnly && { marking })}
        {...(pendingStatus && { pendingStatus })}
        {...(comingStatus && { comingStatus })}
      />
    </>,
    { reader_gap_ms: gapMs },
  );
  const mark = (name: string, status: Status) =>
    screen
      .getByRole('group', { name: new RegExp(`^Status of ${name}:`) })
      .getByRole('button', { name: status, exact: true });
  const focus = (name: string, status: Status) => {
    const button = mark(name, status).element();
    if (button instanceof HTMLElement) button.focus();
  };
  return { screen, calls, mark, focus, reader: screen.getByRole('textbox', { name: 'Card' }) };
}

/** Presses keys within the reader's gap, and waits until it has passed. */
async function press(keys: string) {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  try {
    await userEvent.keyboard(keys);
    vi.advanceTimersByTime(gapMs + 10);
  } finally {
    vi.useRealTimers();
  }
}

describe('a mark that is under way', () => {
  const comingStatus = new Map<number, RollStatus>([[2, 'Present']]);

  it('is changed by the key of the status that is stored', async () => {
    const { calls, focus } = await open({ comingStatus });
    focus('Ben Baker', 'Present');
    await press('a');
    expect(calls).toEqual([['Absent', 2]]);
  });

  it('is changed by its button, and taken back by its own', async () => {
    const { calls, mark } = await open({ comingStatus });
    await mark('Ben Baker', 'Absent').click();
    await mark('Ben Baker', 'Present').click();
    expect(calls).toEqual([
      ['Absent', 2],
      ['withdraw', 2, 'Present'],
    ]);
  });
});

describe('keys', () => {
  it('the arrows move from row to row at the same button, and above the first row to the reader', async () => {
    const { reader, mark, focus } = await open();
    focus('Ann Abel', 'Absent');
    await userEvent.keyboard('{ArrowDown}');
    await expect.element(mark('Ben Baker', 'Absent')).toHaveFocus();
    await userEvent.keyboard('{ArrowDown}{ArrowDown}');
    await expect.element(mark('Cam Cole', 'Absent')).toHaveFocus();
    await userEvent.keyboard('{ArrowUp}{ArrowUp}{ArrowUp}');
    await expect.element(reader).toHaveFocus();
  });

  it('Escape moves to the reader', async () => {
    const { reader, focus } = await open();
    focus('Cam Cole', 'Present');
    await userEvent.keyboard('{Escape}');
    await expect.element(reader).toHaveFocus();
  });

  it.each([
    ['p', 'Present'],
    ['P', 'Present'],
    ['a', 'Absent'],
  ])('%s marks the row %s', async (key, status) => {
    const { calls, focus } = await open();
    focus('Ann Abel', 'Present');
    await press(key);
    expect(calls).toEqual([[status, 1]]);
  });

  it('a row that has the status already is not marked again, and is changed by the other key', async () => {
    const { calls, focus } = await open();
    focus('Ben Baker', 'Absent');
    await press('a');
    expect(calls).toEqual([]);
    await press('p');
    expect(calls).toEqual([['Present', 2]]);
  });

  it('a card that begins with P or A marks no row', async () => {
    const { calls, focus } = await open();
    focus('Ann Abel', 'Present');
    await press('P7001');
    await press('A7001');
    expect(calls).toEqual([]);
  });

  it('with Ctrl belong to the browser', async () => {
    const { calls, focus } = await open();
    focus('Ann Abel', 'Present');
    await press('{Control>}a{/Control}');
    expect(calls).toEqual([]);
  });
});

describe('buttons', () => {
  it('a status marks, and the pressed one withdraws', async () => {
    const { calls, mark } = await open();
    await mark('Ann Abel', 'Present').click();
    await expect.element(mark('Ben Baker', 'Absent')).toHaveAttribute('aria-pressed', 'true');
    await mark('Ben Baker', 'Absent').click();
    expect(calls).toEqual([
      ['Present', 1],
      ['withdraw', 2, 'Absent'],
    ]);
  });

  it('"the rest" are students without a mark, neither sent nor pending', async () => {
    const { screen, calls, mark } = await open({ pendingStatus: new Map([[1, 'Present']]) });
    await expect.element(screen.getByText('Present, not sent yet')).toBeVisible();
    await expect.element(mark('Ann Abel', 'Present')).toHaveAttribute('aria-pressed', 'true');
    await screen.getByRole('button', { name: 'Close roll (1 absent)' }).click();
    expect(calls).toEqual([['closeRoll']]);
  });

  it('selected students are marked together: only visible ones', async () => {
    const { screen, calls } = await open();
    await screen.getByRole('checkbox', { name: 'Select Ann Abel' }).click();
    await screen.getByRole('checkbox', { name: 'Select Cam Cole' }).click();
    await screen.getByRole('textbox', { name: 'Search the roll' }).fill('cole');
    await expect.element(screen.getByText('Ann Abel')).not.toBeInTheDocument();
    await screen.getByRole('button', { name: 'Mark present (1)' }).click();
    expect(calls).toEqual([['markPresent', [3]]]);
    await expect
      .element(screen.getByRole('checkbox', { name: 'Select Cam Cole' }))
      .not.toBeChecked();
  });

  it('without a selection nothing is marked', async () => {
    const { screen, calls } = await open();
    await screen.getByRole('button', { name: 'Mark present' }).click();
    expect(calls).toEqual([]);
  });
});

it('a read-only roll has neither buttons nor keys', async () => {
  const { screen } = await open({ isReadOnly: true });
  await expect.element(screen.getByText('Ben Baker')).toBeVisible();
  await expect.element(screen.getByRole('button')).not.toBeInTheDocument();
  await expect.element(screen.getByRole('checkbox')).not.toBeInTheDocument();
});

it('a press that was aimed before a band moved the list closes no roll (R-ROLL-28)', async () => {
  const { screen, calls } = await open();
  const close = screen.getByRole('button', { name: /Close roll/ });
  await expect.element(close).toBeVisible();
  await new Promise((done) => setTimeout(done, 400));
  const band = document.createElement('p');
  band.style.height = '150px';
  document.body.prepend(band);
  await new Promise((done) => requestAnimationFrame(done));
  const button = close.element();
  button.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true, pointerType: 'touch' }));
  button.dispatchEvent(new MouseEvent('click', { bubbles: true, detail: 1 }));
  band.remove();
  expect(calls).toEqual([]);
});
