import { describe, expect, it } from 'vitest';
import { cardField } from '#web/platform/reader/fields.ts';
import { openReaderPage } from '#web/test/reader-page.tsx';
import { passTime, typeKeys } from '#web/test/type-keys.ts';

describe('the field for cards', () => {
  const french: Record<string, string> = {
    1: '&',
    2: 'é',
    3: '"',
    4: "'",
    5: '(',
    6: '-',
    7: 'è',
    0: 'à',
  };
  const codeOf = (key: string): string => {
    const digit = Object.keys(french).find((one) => french[one] === key);
    return digit === undefined ? `Key${key.toUpperCase()}` : `Digit${digit}`;
  };
  /** Types characters, each with the position of its key, with a pause before each in milliseconds. */
  function type(field: HTMLInputElement, keys: [char: string, code: string][], pauses: number[]) {
    let at = performance.now() + 5000;
    const press = (key: string, code: string, pause: number) => {
      const event = new KeyboardEvent('keydown', { key, code, bubbles: true, cancelable: true });
      Object.defineProperty(event, 'timeStamp', { value: (at += pause) });
      field.dispatchEvent(event);
    };
    for (const [place, [key, code]] of keys.entries()) {
      press(key, code, pauses[place] ?? pauses.at(-1) ?? 0);
      field.value = key === 'Backspace' ? field.value.slice(0, -1) : field.value + key;
      field.dispatchEvent(new Event('input', { bubbles: true }));
    }
    press('Enter', 'Enter', pauses.at(-1) ?? 0);
  }
  /** Types with a French keyboard; ⌫ is Backspace. */
  const typeFrench = (field: HTMLInputElement, keys: string, pause: number) =>
    type(
      field,
      [...keys].map((key): [string, string] =>
        key === '⌫' ? ['Backspace', 'Backspace'] : [key, codeOf(key)],
      ),
      [pause],
    );

  describe('reads a hexadecimal number in another layout', () => {
    const sent = '04A2B3C4';
    const codes = [...sent].map((char) => (/\d/.test(char) ? `Digit${char}` : `Key${char}`));
    const layouts = {
      French: [...`à'QéB"C'`],
      Russian: [...'04Ф2И3С4'],
      Dvorak: [...'04a2x3j4'],
      // One key types two letters.
      Arabic: ['0', '4', 'ش', '2', 'لا', '3', 'ؤ', '4'],
    };
    it.each(
      Object.entries(layouts).flatMap(([name, typed]) => [
        // A reader that hesitates once, and a slow one in a field for card numbers alone.
        [name, typed, [5, 5, 5, 90, 5], 'true'] as const,
        [name, typed, [60], 'number'] as const,
      ]),
    )('%s, %s, pauses of %j ms, in a field for %s', async (_name, typed, pauses, kind) => {
      const { focus, onNumber, onSubmit } = await openReaderPage();
      const field = focus('Card', 0);
      field.setAttribute(cardField, kind);
      type(
        field,
        typed.map((char, at) => [char, codes[at] ?? '']),
        [...pauses],
      );
      expect(onNumber).toHaveBeenCalledExactlyOnceWith(sent);
      expect(field.value).toBe('');
      expect(onSubmit).not.toHaveBeenCalled();
    });
  });

  it.each([5, 60, 1500])(
    'reads a number in another layout, with pauses of %i ms',
    async (pause) => {
      const { focus, onNumber, onSubmit } = await openReaderPage();
      const field = focus('Card', 0);
      typeFrench(field, 'èààà&é"', pause);
      expect(onNumber).toHaveBeenCalledExactlyOnceWith('7000123');
      expect(field.value).toBe('');
      expect(onSubmit).not.toHaveBeenCalled();
    },
  );

  it.each(['rené', 'bébé', 'èààà(⌫'])(
    'leaves what a person writes as it is in the field: %s',
    async (keys) => {
      const { focus, onNumber } = await openReaderPage();
      const field = focus('Card', 0);
      typeFrench(field, keys, 400);
      expect(field.value).toBe(keys.replace('(⌫', ''));
      expect(onNumber).not.toHaveBeenCalled();
    },
  );

  it('takes no half of a number together with the next card', async () => {
    const { focus, onNumber, onTorn, onSubmit } = await openReaderPage();
    const field = focus('Card', 0);
    passTime(6000);
    await typeKeys('70001');
    passTime(2000);
    await typeKeys('7000123757{Enter}');
    expect(onSubmit).not.toHaveBeenCalled();
    expect(onTorn).toHaveBeenCalledOnce();
    expect(field.value).toBe('');
    passTime(6000);
    await typeKeys('7000123757{Enter}');
    expect(onSubmit).toHaveBeenCalledOnce();
    expect(field.value).toBe('7000123757');
    expect(onNumber).not.toHaveBeenCalled();
  });

  it('leaves an ID of a person as it is', async () => {
    const { focus, onNumber, onSubmit } = await openReaderPage();
    focus('Card', 0);
    await typeKeys('S260012{Enter}');
    expect(onSubmit).toHaveBeenCalledOnce();
    expect(onNumber).not.toHaveBeenCalled();
  });

  it('sends nothing that is longer than a number, and leaves none of it in any field', async () => {
    const { focus, onNumber, onTorn, onSubmit } = await openReaderPage();
    for (const name of ['Card', 'Note']) {
      const field = focus(name, 0);
      const before = field.value;
      passTime(1500);
      await typeKeys(`${'7'.repeat(400)}{Enter}`);
      expect(field.value).toBe(before);
    }
    expect(onTorn).toHaveBeenCalledTimes(2);
    expect(onNumber).not.toHaveBeenCalled();
    expect(onSubmit).not.toHaveBeenCalled();
  });
});
