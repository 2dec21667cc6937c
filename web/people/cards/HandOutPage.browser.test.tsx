import { expect, it } from 'vitest';
import { userEvent } from 'vitest/browser';
import { handOutBody } from '#contract/people/student-card.ts';
import { renderPage } from '#web/test/render-page.tsx';
import { page, serve } from '#web/test/server.ts';
import { typeKeys } from '#web/test/type-keys.ts';
import { HandOutPage } from './HandOutPage.tsx';

const people = [
  { id: 1, student_id: 'S1', first_name: 'Ann', last_name: 'Abel' },
  { id: 2, student_id: 'S2', first_name: 'Bea', last_name: 'Abel' },
].map((person) => ({ ...person, rfid_number: null, card_print_status: null, profile_image: null }));
const refused = { status: 409, body: { detail: 'Somebody else has it now.' } };

/** The page, with the calls that give a card; each is answered by hand. */
async function open() {
  const answers: ((isDone: boolean) => void)[] = [];
  serve({
    'GET cards/find/': ({ address }) => {
      const number = new URL(address, location.origin).searchParams.get('number');
      return { body: { number, holder: null, former: null } };
    },
    'GET students/?': ({ address }) => {
      const search = new URL(address, location.origin).searchParams.get('search') ?? '';
      return { body: page(people.filter(({ first_name }) => first_name.includes(search))) };
    },
    'POST cards/hand-out/': ({ body }) =>
      new Promise((resolve) => {
        const { student, number } = handOutBody.parse(body);
        const given = {
          id: answers.length,
          student: people.find(({ id }) => id === student),
          number,
          card_print_status: null,
          before: { number: null, card_print_status: null },
          taken_from: null,
        };
        answers.push((isDone) => resolve(isDone ? { body: given } : refused));
      }),
  });
  const { screen } = await renderPage(<HandOutPage />, {
    address: '/students/cards',
    permissions: { Students: ['read', 'edit'] },
  });
  const search = screen.getByRole('combobox', { name: 'Student', exact: true });
  const given = screen.getByRole('region', { name: 'Handed out' });
  const isFree = (number: string) =>
    expect.element(screen.getByText(`${number} is free.`)).toBeVisible();
  /** Reads a card, searches a student, and gives it to them; the answer is outstanding. */
  async function give(number: string, name: string) {
    await typeKeys(`${number}{Enter}`);
    await isFree(number);
    await search.fill(name);
    await expect.element(screen.getByRole('option')).toMatchTextContent(name);
    const sent = answers.length;
    await userEvent.keyboard('{ArrowDown}{Enter}');
    await expect.poll(() => answers.length).toBe(sent + 1);
    return (isDone: boolean) => answers[sent]?.(isDone);
  }
  return { screen, search, given, give, isFree };
}

it('of two cards that are read while one is given, the first is named as not taken until it is read again', async () => {
  const { screen, give, isFree } = await open();
  const answer = await give('880301', 'Ann');
  await typeKeys('880302{Enter}');
  await typeKeys('880303{Enter}');
  await expect.element(screen.getByText('Card 880303 is next.')).toBeVisible();
  answer(true);
  await isFree('880303');
  await expect
    .element(screen.getByRole('alert'))
    .toMatchTextContent('Card 880302 was not taken. Tap it again.');
  await typeKeys('880302{Enter}');
  await isFree('880302');
  // Now the other one is not taken.
  await expect
    .element(screen.getByRole('alert'))
    .toMatchTextContent('Card 880303 was not taken. Tap it again.');
});

it('a card that waits is named as not taken when the one before is not given', async () => {
  const { screen, give } = await open();
  const answer = await give('880301', 'Ann');
  await typeKeys('880302{Enter}');
  answer(false);
  await expect.element(screen.getByText('Card 880302 was not taken. Tap it again.')).toBeVisible();
});

it('a free card is named as not taken when another one is read instead of giving it, or not read', async () => {
  const { screen, isFree, give } = await open();
  await typeKeys('880301{Enter}');
  await isFree('880301');
  await typeKeys('880302{Enter}');
  await isFree('880302');
  const named = screen.getByRole('alert');
  await expect.element(named).toMatchTextContent('Card 880301 was not taken. Tap it again.');
  const answer = await give('880301', 'Ann');
  answer(true);
  await expect.element(screen.getByText('Card 880302 was not taken. Tap it again.')).toBeVisible();
});

it('a card that could not be given stays named with its student until that student gets one', async () => {
  const { screen, give, given } = await open();
  (await give('880301', 'Ann'))(false);
  const failure = screen.getByText(
    'Card 880301 was not given to Ann Abel (S1): Somebody else has it now.',
  );
  await expect.element(failure).toBeVisible();
  (await give('880302', 'Bea'))(true);
  await expect.element(given).toMatchTextContent('Bea Abel (S2) was given card 880302');
  await expect.element(failure).toBeVisible();
  (await give('880303', 'Ann'))(true);
  await expect.element(failure).not.toBeInTheDocument();
});

it('a card that could not be given is dismissed', async () => {
  const { screen, give } = await open();
  (await give('880301', 'Ann'))(false);
  await screen.getByRole('button', { name: 'Dismiss' }).click();
  await expect.element(screen.getByRole('alert')).not.toBeInTheDocument();
});

it('what is typed after the next card is the search for its student', async () => {
  const { search, give, given, isFree } = await open();
  const answer = await give('880301', 'Ann');
  await typeKeys('880302{Enter}');
  await expect.element(search).toHaveValue('');
  await userEvent.keyboard('Be');
  answer(true);
  await expect.element(given).toMatchTextContent('Ann Abel (S1) was given card 880301');
  await isFree('880302');
  await userEvent.keyboard('a');
  await expect.element(search).toHaveValue('Bea');
});

it('a card whose keys arrive while the one before is given does not bring back its student', async () => {
  const { search, give, given, isFree } = await open();
  const answer = await give('880301', 'Ann');
  await typeKeys('880');
  answer(true);
  await expect.element(given).toMatchTextContent('Ann Abel (S1) was given card 880301');
  await typeKeys('302{Enter}');
  await isFree('880302');
  await expect.element(search).toHaveValue('');
});
