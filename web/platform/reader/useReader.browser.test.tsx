import { afterEach, describe, expect, it, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { gapMs, openReaderPage } from '#web/test/reader-page.tsx';
import { passTime, typeFrom, typeKeys } from '#web/test/type-keys.ts';

describe('a card', () => {
  it('is read wherever the focus is, with what stands between its digits', async () => {
    const { onNumber, onSubmit } = await openReaderPage();
    await typeKeys('098,55731{Enter}');
    await typeKeys('0006478258{Tab}');
    expect(onNumber.mock.calls).toEqual([['098,55731'], ['0006478258']]);
    expect(onSubmit).not.toHaveBeenCalled();
  });

  it('of a slow reader presses no focused button, and is not read', async () => {
    const { screen, onNumber, onTorn, onPress } = await openReaderPage();
    const button = screen.getByRole('button', { name: 'Press' }).element();
    if (button instanceof HTMLElement) button.focus();
    for (const key of [...'7001272012', '{Enter}']) {
      await new Promise((later) => setTimeout(later, gapMs + 5));
      await userEvent.keyboard(key);
    }
    expect([onNumber, onTorn, onPress].map((spy) => spy.mock.calls.length)).toEqual([0, 1, 0]);
  });

  it('of a slow reader presses no button by its spaces, and no key of a command by its letters', async () => {
    const { screen, onNumber, onTorn, onPress } = await openReaderPage();
    const onCommand = vi.fn();
    const button = screen.getByRole('button', { name: 'Press' }).element();
    button.addEventListener('keydown', (event) => {
      if (event instanceof KeyboardEvent && /[a-z]/i.test(event.key)) onCommand(event.key);
    });
    if (button instanceof HTMLElement) button.focus();
    await typeKeys(...'0A 6E', '{Enter}');
    expect([onNumber, onTorn, onPress].map((spy) => spy.mock.calls.length)).toEqual([0, 1, 0]);
    expect(onCommand).not.toHaveBeenCalled();
  });

  it('is not begun by a person’s letter, space and Enter on a button', async () => {
    const { screen, onTorn, onPress } = await openReaderPage();
    const button = screen.getByRole('button', { name: 'Press' }).element();
    const onCommand = vi.fn();
    button.addEventListener('keydown', onCommand);
    if (button instanceof HTMLElement) button.focus();
    await typeKeys('p', ' ', '{Enter}');
    expect(onCommand).toHaveBeenCalledTimes(3);
    expect(onPress).toHaveBeenCalledTimes(2);
    expect(onTorn).not.toHaveBeenCalled();
  });

  /** Sends events to the focused button, five milliseconds apart. */
  async function sendKeys(events: (KeyboardEventInit & { type?: 'keyup' })[]) {
    const page = await openReaderPage();
    const button = page.screen.getByRole('button', { name: 'Press' }).element();
    if (button instanceof HTMLElement) button.focus();
    const first = performance.now() + 1000;
    const isTaken = events.map(({ type = 'keydown', ...init }, at) => {
      const event = new KeyboardEvent(type, { ...init, bubbles: true, cancelable: true });
      Object.defineProperty(event, 'timeStamp', { value: first + 5 * at });
      return !button.dispatchEvent(event);
    });
    return { ...page, isTaken };
  }

  it('of a reader without Num Lock is its digits, moves nothing and presses no button', async () => {
    const pad = 'Insert End ArrowDown PageDown ArrowLeft Clear ArrowRight Home'.split(' ');
    const keys = [...'7004123'].map((digit) => ({
      key: pad[Number(digit)]!,
      code: `Numpad${digit}`,
    }));
    const { onNumber, onTorn, isTaken } = await sendKeys([
      ...keys,
      { key: 'Enter', code: 'NumpadEnter' },
    ]);
    expect([onNumber.mock.calls, onTorn.mock.calls]).toEqual([[['7004123']], []]);
    // The first key may be a person's.
    expect(isTaken).toEqual([false, ...keys.map(() => true)]);
  });

  it.each(['7004123', '308', '8'])(
    'of a reader that sends two Enters presses no button: %s',
    async (number) => {
      const digits = [...number].map((key) => ({ key, code: `Digit${key}` }));
      const { isTaken, onNumber, onTorn } = await sendKeys([
        ...digits,
        { key: 'Enter' },
        { key: 'Enter' },
      ]);
      expect(isTaken.slice(-2)).toEqual([true, true]);
      expect(onNumber.mock.calls.length + onTorn.mock.calls.length).toBe(1);
    },
  );

  it('without Enter or Tab was not read', async () => {
    const { onNumber, onTorn } = await sendKeys(
      [...'7004123'].map((key) => ({ key, code: `Digit${key}` })),
    );
    await expect.poll(() => onTorn.mock.calls, { timeout: 5000 }).toEqual([[]]);
    expect(onNumber).not.toHaveBeenCalled();
  });

  it('of a program that releases no key has its equal digits', async () => {
    const keys = [...'7000994'].map((key, at, all) => ({
      key,
      code: `Digit${key}`,
      repeat: key === all[at - 1],
    }));
    const { onNumber, onTorn } = await sendKeys([...keys, { key: 'Enter' }]);
    expect([onNumber.mock.calls, onTorn.mock.calls]).toEqual([[['7000994']], []]);
  });

  it('of a reader that sends Alt and the code of each character is read', async () => {
    const keys = [...'7004A'].flatMap((char) => [
      ...[...`0${char.charCodeAt(0)}`].map((digit) => ({
        key: 'Unidentified',
        code: `Numpad${digit}`,
        altKey: true,
      })),
      { type: 'keyup' as const, key: 'Alt', code: 'AltLeft' },
    ]);
    const { onNumber, onTorn, isTaken } = await sendKeys([...keys, { key: 'Enter' }]);
    expect([onNumber.mock.calls, onTorn.mock.calls]).toEqual([[['7004A']], []]);
    expect(isTaken.at(-1)).toBe(true);
  });

  it('does not change the focused field, its selection and its form', async () => {
    const { screen, field, focus, onNumber, onSubmit } = await openReaderPage();
    const note = focus('Note', 2, 6);
    await typeKeys('7000123{Enter}');
    expect(onNumber.mock.calls).toEqual([['7000123']]);
    await expect.element(field('Note')).toHaveValue('A note');
    await expect.element(screen.getByRole('status')).toHaveTextContent('A note');
    expect([note.selectionStart, note.selectionEnd]).toEqual([2, 6]);
    expect(onSubmit).not.toHaveBeenCalled();
  });

  it('presses no button by its spaces and its Enter', async () => {
    const { screen, onNumber, onPress } = await openReaderPage();
    screen.getByRole('button', { name: 'Press' }).element().focus();
    await typeKeys('00 62 D9 B3{Enter}');
    expect(onNumber.mock.calls).toEqual([['00 62 D9 B3']]);
    expect(onPress).not.toHaveBeenCalled();
  });

  it('in the reader’s own field is handled by the field, ended by Enter or Tab', async () => {
    const { field, focus, onNumber, onSubmit } = await openReaderPage();
    focus('Card', 0);
    await typeKeys('7000123{Enter}');
    expect(onSubmit).toHaveBeenCalledTimes(1);
    await typeKeys('4{Tab}');
    expect(onSubmit).toHaveBeenCalledTimes(2);
    expect(onNumber).not.toHaveBeenCalled();
    await expect.element(field('Card')).toHaveValue('70001234');
    await expect.element(field('Card')).toHaveFocus();
  });

  it('in the middle of which the page is left is reported', async () => {
    const { screen, onNumber, onTorn } = await openReaderPage();
    typeFrom(new Event('now').timeStamp);
    await typeKeys('700012');
    await screen.unmount();
    expect(onTorn).toHaveBeenCalledTimes(1);
    expect(onNumber).not.toHaveBeenCalled();
  });

  it('after leaving the page is not read', async () => {
    const { screen, onNumber } = await openReaderPage();
    await screen.unmount();
    await typeKeys('7000123{Enter}');
    expect(onNumber).not.toHaveBeenCalled();
  });
});

/** A page that begins to listen while a card is read. */
async function openLate() {
  const before = new Event('before').timeStamp;
  const parts = await openReaderPage();
  typeFrom(before);
  return parts;
}
afterEach(() => typeFrom(200_000));

describe('the rest of a card whose first keys were not heard', () => {
  it.each([
    [null, '{Enter}'],
    [null, '{Tab}'],
    ['Note', '{Enter}'],
    ['Card', '{Enter}'],
    ['Card', '{Tab}'],
  ])('is not read, with the focus in %s, ended by %s', async (name, end) => {
    const { field, focus, onNumber, onTorn, onSubmit } = await openLate();
    if (name !== null) focus(name, 0);
    await typeKeys(`8574${end}`);
    expect(onTorn).toHaveBeenCalledTimes(1);
    expect([onNumber.mock.calls, onSubmit.mock.calls]).toEqual([[], []]);
    await expect.element(field('Card')).toHaveValue('');
    passTime(2000);
    await typeKeys(`5860868574{Enter}`);
    expect(onNumber.mock.calls.length + onSubmit.mock.calls.length).toBe(1);
  });
});

it('the rest of a card of a slow reader is not read in its own field, and the next one is plain text', async () => {
  const { field, focus, onNumber, onTorn, onSubmit } = await openLate();
  focus('Card', 0);
  await typeKeys(...'8574', '{Enter}');
  expect([onNumber, onTorn, onSubmit].map((spy) => spy.mock.calls.length)).toEqual([0, 1, 0]);
  await expect.element(field('Card')).toHaveValue('');
  passTime(2000);
  await typeKeys(...'5860868574', '{Enter}');
  expect([onNumber, onTorn, onSubmit].map((spy) => spy.mock.calls.length)).toEqual([0, 1, 1]);
  await expect.element(field('Card')).toHaveValue('5860868574');
});

it.each(['{Enter}', '{Tab}'])(
  'a card behind what was typed in its own field is the card alone, ended by %s',
  async (end) => {
    const { field, focus, onNumber, onSubmit } = await openReaderPage();
    focus('Card', 0);
    await typeKeys('1', '2', '3');
    passTime(2000);
    await typeKeys(`7000123${end}`);
    expect(onNumber.mock.calls).toEqual([['7000123']]);
    expect(onSubmit).not.toHaveBeenCalled();
    await expect.element(field('Card')).toHaveValue('123');
  },
);

describe('a card that was read in pieces', () => {
  it('is reported and leaves no digit in the focused field', async () => {
    const { field, focus, onNumber, onTorn, onSubmit } = await openReaderPage();
    focus('Note', 6);
    await typeKeys('98', '55731{Enter}');
    expect(onTorn).toHaveBeenCalledOnce();
    expect([onNumber.mock.calls, onSubmit.mock.calls]).toEqual([[], []]);
    await expect.element(field('Note')).toHaveValue('A note');
  });

  it('is none either when the focus went to the field for cards meanwhile, or left it', async () => {
    const { field, focus, onNumber, onTorn, onSubmit } = await openReaderPage();
    await typeKeys('98');
    focus('Card', 0);
    await typeKeys('', '55731{Enter}');
    expect(onTorn).toHaveBeenCalledTimes(1);
    await expect.element(field('Card')).toHaveValue('');
    await typeKeys('98');
    focus('Note', 6);
    await typeKeys('', '55731{Enter}');
    expect(onTorn).toHaveBeenCalledTimes(2);
    expect([onNumber.mock.calls, onSubmit.mock.calls]).toEqual([[], []]);
    await expect.element(field('Note')).toHaveValue('A note');
  });
});

it('text that a person wrote just before the card remains', async () => {
  const { field, focus, onNumber, onTorn } = await openReaderPage();
  focus('Note', 6);
  await typeKeys(' was S1000001{Enter}');
  expect(onNumber.mock.calls).toEqual([['S1000001']]);
  await expect.element(field('Note')).toHaveValue('A note was ');
  await typeKeys('came0012345{Enter}');
  expect(onTorn).toHaveBeenCalledOnce();
  await expect.element(field('Note')).toHaveValue('A note was came');
});

it.each([
  [['1', '5', '7000123{Enter}'], 'A note15'],
  [[...'room 204', '7000123{Enter}'], 'A noteroom 204'],
])('what a person typed right before a card that is not read remains: %j', async (keys, text) => {
  const { field, focus, onTorn, onNumber, onSubmit } = await openReaderPage();
  focus('Note', 6);
  await typeKeys(...keys);
  expect(onTorn).toHaveBeenCalledOnce();
  expect([onNumber.mock.calls, onSubmit.mock.calls]).toEqual([[], []]);
  await expect.element(field('Note')).toHaveValue(text);
});

it('a person’s text, Enter and Tab are not handled', async () => {
  const { field, focus, onNumber, onTorn, onSubmit } = await openReaderPage();
  focus('Note', 6);
  await typeKeys(...'7000123', '{Enter}');
  expect(onSubmit).toHaveBeenCalledOnce();
  await expect.element(field('Note')).toHaveValue('A note7000123');
  await userEvent.keyboard('{Tab}');
  await expect.element(field('Card')).toHaveFocus();
  expect([onNumber.mock.calls, onTorn.mock.calls]).toEqual([[], []]);
});

it('where only readers type, a text field is not theirs', async () => {
  const { field, focus, onNumber, onTorn } = await openReaderPage({ onlyReaders: true });
  focus('Note', 6);
  await typeKeys('98', '55731{Enter}');
  await expect.element(field('Note')).toHaveValue('A note9855731');
  expect([onNumber.mock.calls, onTorn.mock.calls]).toEqual([[], []]);
});
