import { useState, type ReactNode } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { renderPage } from '../test/render-page.tsx';
import { renderWithLibrary } from '../test/render-with-library.tsx';
import { BackButton } from './BackButton.tsx';
import { Check } from './Check.tsx';
import { DateInput } from './DateInput.tsx';
import { DateRange, type Span } from './DateRange.tsx';
import { LoadError } from './LoadError.tsx';
import { MonthCalendar } from './MonthCalendar.tsx';
import { StudentPhoto } from './StudentPhoto.tsx';
import { ViewSwitch } from './ViewSwitch.tsx';

/** Holds the value of a control, and shows it as JSON. */
function Held<Value>({
  initial,
  children,
}: {
  initial: Value;
  children: (value: Value, change: (value: Value) => void) => ReactNode;
}) {
  const [value, setValue] = useState(initial);
  return (
    <>
      {children(value, setValue)}
      <output>{JSON.stringify(value)}</output>
    </>
  );
}

it('a check box of some rows is neither on nor off, and turns on', async () => {
  const onChange = vi.fn();
  const screen = await renderWithLibrary(
    <Check label="All" checked={false} some onChange={onChange} />,
  );
  const box = screen.getByRole('checkbox', { name: 'All' });
  await expect.element(box).toBePartiallyChecked();
  await box.click();
  expect(onChange).toHaveBeenCalledExactlyOnceWith(true);
});

it('a view is chosen by arrow keys', async () => {
  const views = [
    { value: 'list', title: 'List', icon: null },
    { value: 'card', title: 'Cards', icon: null },
  ] as const;
  const screen = await renderWithLibrary(
    <Held<'list' | 'card'> initial="list">
      {(value, onChange) => <ViewSwitch value={value} onChange={onChange} views={[...views]} />}
    </Held>,
  );
  await userEvent.tab();
  await expect.element(screen.getByRole('radio', { name: 'List' })).toHaveFocus();
  await userEvent.keyboard('{ArrowRight}');
  await expect.element(screen.getByRole('radio', { name: 'Cards' })).toBeChecked();
  await expect.element(screen.getByRole('status')).toHaveTextContent('"card"');
});

it('a loading error shows its reason and retries', async () => {
  const retry = vi.fn();
  const screen = await renderWithLibrary(<LoadError error={new Error('Too slow')} retry={retry} />);
  await expect.element(screen.getByRole('alert')).toMatchTextContent(/Too slow/);
  await screen.getByRole('button', { name: 'Retry' }).click();
  expect(retry).toHaveBeenCalledOnce();
});

describe('a photo', () => {
  const name = 'Ann Marie Abel';
  it('that is missing or broken is replaced by initials', async () => {
    const photo = (profile_image: string | null) => (
      <StudentPhoto student={{ name, profile_image }} size={40} />
    );
    const screen = await renderWithLibrary(photo(null));
    await expect.element(screen.getByText('AM')).toBeVisible();
    await screen.rerender(photo('data:image/png;base64,broken'));
    await expect.element(screen.getByText('AM')).toBeVisible();
  });
});

describe('a date', () => {
  const input = (
    <Held initial="2026-03-02">
      {(value, onChange) => <DateInput label="Day" value={value} onChange={onChange} />}
    </Held>
  );

  it('is shown and typed in the institute’s format', async () => {
    const screen = await renderWithLibrary(input);
    const field = screen.getByRole('textbox', { name: 'Day' });
    await expect.element(field).toHaveValue('02/03/2026');
    await field.fill('3/3/2026');
    await expect.element(screen.getByRole('status')).toHaveTextContent('"2026-03-03"');
    await expect.element(field).toHaveValue('3/3/2026');
    await userEvent.tab();
    await expect.element(field).toHaveValue('03/03/2026');
  });

  it('that is invalid stays as typed', async () => {
    const screen = await renderWithLibrary(input);
    const field = screen.getByRole('textbox', { name: 'Day' });
    await field.fill('31/02/2026');
    await userEvent.tab();
    await expect.element(field).toHaveValue('31/02/2026');
    await expect.element(screen.getByRole('status')).toHaveTextContent('"31/02/2026"');
  });
});

it('a period is chosen by a preset, and cleared', async () => {
  const { screen } = await renderPage(
    <Held<Span> initial={{ from: null, to: null }}>
      {(value, onChange) => (
        <DateRange label="Period" value={value} onChange={onChange} today="2026-03-04" />
      )}
    </Held>,
  );
  await screen.getByRole('button', { name: 'Period' }).click();
  await screen.getByRole('button', { name: 'This Week' }).click();
  await expect
    .element(screen.getByText(/^\{"from"/))
    .toHaveTextContent('{"from":"2026-03-02","to":"2026-03-08"}');
  await screen.getByRole('button', { name: 'Clear Period' }).click();
  await expect.element(screen.getByText(/^\{"from"/)).toHaveTextContent('{"from":null,"to":null}');
});

it('a month shows its events, and changes to another month and a day', async () => {
  const [onShow, onDay] = [vi.fn(), vi.fn()];
  const { screen } = await renderPage(
    <MonthCalendar
      shown="2026-04-10"
      onShow={onShow}
      onDay={onDay}
      events={[{ date: '2026-04-06', title: 'Easter Monday', tone: 'holiday' }]}
    />,
  );
  await expect.element(screen.getByText('Easter Monday')).toBeVisible();
  await screen.getByRole('button', { name: 'Next month' }).click();
  expect(onShow.mock.calls[0]?.[0]).toMatch(/^2026-05/);
  await screen.getByRole('button', { name: /April 8, 2026|8 April 2026/ }).click();
  expect(onDay.mock.calls[0]?.[0]).toBe('2026-04-08');
});

it('a first day alone is the whole period where that is meant, and else an open one', async () => {
  const value = { from: '2026-03-04', to: null };
  const range = { value, onChange: vi.fn(), today: '2026-03-04' };
  const { screen } = await renderPage(
    <>
      <DateRange label="Days" isDayAlone {...range} />
      <DateRange label="Period" {...range} />
      <DateRange label="Twice" {...range} value={{ from: '2026-03-04', to: '2026-03-04' }} />
    </>,
  );
  const shown = (name: string) => screen.getByRole('button', { name, exact: true });
  await expect.element(shown('Days')).toHaveTextContent('4 Mar 2026');
  await expect.element(shown('Twice')).toHaveTextContent('4 Mar 2026');
  await expect.element(shown('Period')).toHaveTextContent('4 Mar 2026 –');
});

it('a month greys the days without classes of the settings, and marks today', async () => {
  const { screen } = await renderPage(
    <MonthCalendar shown="2026-03-10" onShow={vi.fn()} events={[]} />,
    { config: { weekdays: ['Monday', 'Saturday'] } },
  );
  const day = (date: RegExp) => screen.getByRole('button', { name: date });
  await expect.element(day(/March 7, 2026|7 March 2026/)).not.toHaveAttribute('data-weekend');
  await expect.element(day(/March 8, 2026|8 March 2026/)).toHaveAttribute('data-weekend');
  await expect.element(day(/March 10, 2026|10 March 2026/)).toHaveAttribute('data-weekend');
  await expect
    .element(day(/March 2, 2026|(?<!\d)2 March 2026/))
    .toHaveAttribute('aria-current', 'date');
});

it('Back returns to the page before', async () => {
  const { screen, address } = await renderPage(<BackButton />);
  await expect.element(address).toHaveTextContent('/page');
  await screen.getByRole('button', { name: 'Back' }).click();
  await expect.element(address).toHaveTextContent('/before');
});
