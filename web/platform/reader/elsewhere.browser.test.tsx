import { describe, expect, it, vi } from 'vitest';
import type { Locator } from 'vitest/browser';
import { gapMs, openPageWithoutCards } from '#web/test/reader-page.tsx';
import { typeKeys } from '#web/test/type-keys.ts';
import { useReader } from './useReader.ts';

const focus = (locator: Locator) => {
  const element = locator.element();
  if (element instanceof HTMLElement) element.focus();
};

describe('a card on a page that takes none (R-CARD-7)', () => {
  it('presses no focused button, and chooses nothing', async () => {
    const { screen, onNumber, onPress } = await openPageWithoutCards();
    focus(screen.getByRole('button', { name: 'Press' }));
    await typeKeys('7001000800{Enter}');
    const column = screen.getByRole('combobox', { name: 'Column' });
    focus(column);
    await typeKeys('FACE100001{Enter}');
    expect(onNumber.mock.calls).toEqual([['7001000800'], ['FACE100001']]);
    expect(onPress).not.toHaveBeenCalled();
    await expect.element(column).toHaveValue('Last name');
  });

  it('is no reason in a dialog, and its Enter submits nothing', async () => {
    const { screen, onNumber, onSubmit } = await openPageWithoutCards();
    const reason = screen.getByRole('textbox', { name: 'Reason' });
    focus(reason);
    await typeKeys('7001000800{Enter}');
    expect(onNumber).toHaveBeenCalledTimes(1);
    expect(onSubmit).not.toHaveBeenCalled();
    await expect.element(reason).toHaveValue('');
  });

  it.each([
    ['Minutes', ''],
    ['Days', '0 days'],
    ['Currency', 'AUD'],
  ])('leaves the field %s as it was', async (name, value) => {
    const { screen, onNumber, onSubmit } = await openPageWithoutCards();
    const field = screen.getByRole(name === 'Currency' ? 'combobox' : 'textbox', { name });
    await field.click();
    await typeKeys('7001000800{Enter}');
    expect(onNumber).toHaveBeenCalledTimes(1);
    expect(onSubmit).not.toHaveBeenCalled();
    await expect.element(field).toHaveValue(value);
  });

  it('is the text of a search', async () => {
    const { screen, onNumber, onTorn } = await openPageWithoutCards();
    const search = screen.getByRole('searchbox');
    focus(search);
    await typeKeys('7001000800');
    await expect.element(search).toHaveValue('7001000800');
    expect(onNumber).not.toHaveBeenCalled();
    expect(onTorn).not.toHaveBeenCalled();
  });

  it('goes to the reader of the page where it has one', async () => {
    const ofPage = vi.fn();
    function OfPage() {
      useReader({ gapMs, onNumber: ofPage, onTorn: ofPage });
      return null;
    }
    const { onNumber, onTorn } = await openPageWithoutCards(<OfPage />);
    await typeKeys('7001000800{Enter}');
    expect(ofPage.mock.calls).toEqual([['7001000800']]);
    expect(onNumber).not.toHaveBeenCalled();
    expect(onTorn).not.toHaveBeenCalled();
  });
});
