import { useRef } from 'react';
import { expect, it, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import type { Permissions } from '#contract/permissions.ts';
import type { Student } from '#contract/student.ts';
import type { FoundCard, StudentCard } from '#contract/people/student-card.ts';
import { renderInSession } from '#web/test/render-in-session.tsx';
import { page, serve } from '#web/test/server.ts';
import { ChooseStudent } from './ChooseStudent.tsx';
import { PrintCards } from './PrintCards.tsx';
import { StudentCards } from './StudentCards.tsx';
import { questionsOf } from './useHandOut.ts';

const student = (id: number, more: Partial<Student> = {}): Student => ({
  id,
  uuid: '',
  student_id: `S${id}`,
  first_name: id === 1 ? 'Ann' : 'Bea',
  last_name: 'Abel',
  gender: null,
  phone_number: '1',
  date_of_birth: '2005-01-02',
  batch: null,
  student_mail: null,
  rfid_number: null,
  profile_image: null,
  card_print_status: null,
  in_red_list: false,
  enrolled: true,
  assigned_cohorts: [],
  erased: false,
  ...more,
});
const free: FoundCard = { number: '880201', holder: null, former: null };
const permissions: Permissions = { Students: ['read', 'edit'] };

function Choose({ card, give }: { card: FoundCard; give: (student: Student) => void }) {
  const input = useRef<HTMLInputElement>(null);
  return <ChooseStudent input={input} card={card} round={0} isGiving={false} give={give} />;
}

const students = () =>
  serve({
    'GET students/?': ({ address }) => {
      const search = new URL(address, location.origin).searchParams.get('search') ?? '';
      const all = [student(1), student(2)];
      return {
        body: page(all.filter((it) => `${it.first_name} ${it.last_name}`.includes(search))),
      };
    },
  });

it('the student who is marked by the arrows gets the card by Enter', async () => {
  const requests = students();
  const give = vi.fn();
  const screen = await renderInSession(<Choose card={free} give={give} />, {}, permissions);
  await expect.element(screen.getByText('2 students without a card')).toBeVisible();
  expect(requests[0]!.address).toContain('has_card=false');
  await screen.getByRole('combobox').click();
  await userEvent.keyboard('{ArrowDown}{ArrowDown}');
  await expect
    .element(screen.getByRole('option', { name: /Bea/ }))
    .toHaveAttribute('aria-selected', 'true');
  await userEvent.keyboard('{Enter}');
  expect(give.mock.calls).toMatchObject([[{ id: 2 }]]);
});

it('Enter alone, which readers type too, gives the card to no student', async () => {
  students();
  const give = vi.fn();
  const screen = await renderInSession(<Choose card={free} give={give} />, {}, permissions);
  await expect.element(screen.getByRole('option', { name: /Ann/ })).toBeVisible();
  await expect.element(screen.getByRole('button', { name: 'Give the card' })).toBeDisabled();
  await screen.getByRole('combobox').click();
  await userEvent.keyboard('{Enter}');
  await expect.element(screen.getByText(/Choose one with the arrow keys/)).toBeVisible();
  // Nor to the only one who was found, before the list has come or afterwards.
  await userEvent.keyboard('Bea{Enter}');
  await expect.element(screen.getByText(/^1 student without a card/)).toBeVisible();
  await userEvent.keyboard('{Enter}');
  // Who was chosen is not, once something else is searched for.
  await userEvent.keyboard('{ArrowDown}x{Enter}{Backspace}');
  await expect.element(screen.getByRole('option', { name: /Bea/ })).toBeVisible();
  await userEvent.keyboard('{Enter}');
  expect(give).not.toHaveBeenCalled();
  await screen.getByRole('option', { name: /Bea/ }).click();
  await userEvent.keyboard('{Enter}');
  expect(give.mock.calls).toMatchObject([[{ id: 2 }]]);
});

it('who was chosen for a card is not chosen for the next one', async () => {
  students();
  const give = vi.fn();
  const choose = (number: string) => <Choose card={{ ...free, number }} give={give} />;
  const screen = await renderInSession(choose('880201'), {}, permissions);
  await screen.getByRole('option', { name: /Ann/ }).click();
  await expect.element(screen.getByRole('button', { name: /^Give 880201 to Ann/ })).toBeEnabled();
  await screen.rerender(choose('880202'));
  await expect.element(screen.getByRole('button', { name: 'Give the card' })).toBeDisabled();
  await userEvent.keyboard('{Enter}');
  expect(give).not.toHaveBeenCalled();
});

it('the card of a teacher is given to no student', async () => {
  students();
  const give = vi.fn();
  const card: FoundCard = { ...free, holder: { kind: 'teacher' } };
  const screen = await renderInSession(<Choose card={card} give={give} />, {}, permissions);
  await expect.element(screen.getByRole('option', { name: /Ann/ })).toBeVisible();
  await screen.getByRole('combobox').click();
  await userEvent.keyboard('{ArrowDown}{Enter}');
  await expect.element(screen.getByRole('button', { name: /^Give 880201/ })).toBeDisabled();
  expect(give).not.toHaveBeenCalled();
});

it('questions come for the card of another student, a lost one, and a second card', () => {
  const ann = student(1);
  const names = { student_id: 'S2', first_name: 'Bea', last_name: 'Abel', id: 2 };
  const of = (card: Partial<FoundCard>, to = ann) => questionsOf({ ...free, ...card }, to, 'UTC');
  expect(of({})).toEqual([]);
  expect(of({ holder: { kind: 'student', ...names } })).toEqual([
    'It is the card of Bea Abel (S2), who then has none.',
  ]);
  const ended_at = '2026-03-02T10:00:00Z';
  expect(of({ former: { ...names, reason: 'lost', ended_at } })).toEqual([
    'This card of Bea Abel (S2) was reported lost on 2 March 2026.',
  ]);
  // Their own, and one that was taken off without a word.
  expect(of({ former: { ...names, id: 1, reason: 'lost', ended_at } })).toEqual([]);
  expect(of({ former: { ...names, reason: 'removed', ended_at } })).toEqual([]);
  expect(of({}, student(1, { rfid_number: '7' }))).toEqual([
    'Ann Abel has card 7, which is then replaced.',
  ]);
});

const cards: StudentCard[] = [
  {
    id: 5,
    number: '880102',
    given_at: '2026-03-02T10:00:00Z',
    given_by: 'Ada Admin',
    for_print: true,
    ended_at: null,
    ended_by: null,
    reason: null,
  },
  {
    id: 4,
    number: '880101',
    given_at: null,
    given_by: null,
    for_print: false,
    ended_at: '2026-03-02T10:00:00Z',
    ended_by: 'Ada Admin',
    reason: 'merged',
  },
];

it('the cards of a student say since when, until when and why; the reason is changed in its line', async () => {
  const requests = serve({
    'GET student-details/1/cards/': () => ({ body: { results: cards } }),
    'PATCH cards/4/': () => ({ body: cards[1] }),
  });
  const screen = await renderInSession(
    <StudentCards student={student(1)} isChangeable />,
    {},
    permissions,
  );
  await expect.element(screen.getByRole('row', { name: /880102 printed/ })).toBeVisible();
  const why = screen.getByLabelText('Why card 880101 ended');
  await expect.element(why).toHaveValue('merged');
  await why.selectOptions('Returned');
  await expect
    .poll(() => requests.filter(({ method }) => method === 'PATCH').map(({ body }) => body))
    .toEqual([{ reason: 'returned' }]);
});

it('who may not edit students reads the cards only', async () => {
  serve({ 'GET student-details/1/cards/': () => ({ body: { results: cards } }) });
  const screen = await renderInSession(
    <StudentCards student={student(1)} isChangeable />,
    {},
    { Students: ['read'] },
  );
  await expect.element(screen.getByText('Students were merged')).toBeVisible();
  await expect.element(screen.getByRole('button', { name: 'Lost' })).not.toBeInTheDocument();
});

it('more than 500 cards are not printed at once', async () => {
  const many = Array.from({ length: 501 }, (_, at) => student(at + 1));
  const screen = await renderInSession(
    <PrintCards students={many} close={() => {}} done={() => {}} />,
    {},
    permissions,
  );
  await expect.element(screen.getByRole('alert')).toMatchTextContent(/At most 500/);
  await expect.element(screen.getByRole('button', { name: 'Create PDF' })).toBeDisabled();
});
