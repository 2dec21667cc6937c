import { useState } from 'react';
import { expect, it } from 'vitest';
import { userEvent } from 'vitest/browser';
import { courseEndpoints } from '#contract/timetable/master-data.endpoints.ts';
import { renderInSession } from '../test/render-in-session.tsx';
import { page, serve } from '../test/server.ts';
import { Picker } from './Picker.tsx';
import { pickerOf } from './picker.ts';
import { PickerList } from './PickerList.tsx';

const source = pickerOf({ title: 'Courses', calls: courseEndpoints, label: ({ name }) => name });
const all = ['Algebra', 'Biology', 'Chemistry'].map((name, at) => ({ id: at + 1, name }));

/** Lists the courses whose name contains the search, or the one with the id. */
const courses = () =>
  serve({
    'GET courses/?': ({ address }) => {
      const params = new URL(address, location.origin).searchParams;
      const [id, search] = [params.get('id'), params.get('search') ?? ''];
      return {
        body: page(
          all.filter((it) => (id ? it.id === Number(id) : it.name.toLowerCase().includes(search))),
        ),
      };
    },
  });

function One({ first = null }: { first?: number | null }) {
  const [id, setId] = useState(first);
  return (
    <form onSubmit={() => setId(-1)}>
      <Picker label="Course" source={source} value={id} onChange={setId} />
      <output>{id}</output>
    </form>
  );
}

function Several() {
  const [ids, setIds] = useState<number[]>([2]);
  return (
    <>
      <PickerList label="Courses" source={source} values={ids} onChange={setIds} />
      <output>{ids.join()}</output>
    </>
  );
}

it('a record is found on the server, chosen by Enter without submitting the form, and cleared', async () => {
  const requests = courses();
  const screen = await renderInSession(<One />);
  const field = screen.getByRole('textbox', { name: 'Course' });
  expect(requests.filter(({ address }) => address.includes('courses/'))).toEqual([]);
  await field.fill('che');
  await expect.element(screen.getByRole('option')).toHaveTextContent('Chemistry');
  // Without a marked one it is the first, which the text means.
  await userEvent.keyboard('{Enter}');
  await expect.element(field).toHaveValue('Chemistry');
  await expect.element(screen.getByRole('status')).toHaveTextContent('3');
  await screen.getByRole('button', { name: 'Clear Course' }).click();
  await expect.element(field).toHaveValue('');
});

it('what is typed replaces the name of the chosen one, also one that arrives after the focus', async () => {
  const { promise: answered, resolve: answer } = Promise.withResolvers<void>();
  serve({
    'GET courses/?': async ({ address }) => {
      if (address.includes('id=2')) await answered;
      return { body: page(all.filter(({ id }) => id === (address.includes('id=2') ? 2 : id))) };
    },
  });
  const screen = await renderInSession(<One first={2} />);
  const field = screen.getByRole('textbox', { name: 'Course' });
  await expect.element(field).toHaveValue('…');
  await field.click();
  answer();
  await expect.element(field).toHaveValue('Biology');
  await userEvent.keyboard('alg');
  await expect.element(field).toHaveValue('alg');
});

it('text that is left by Tab takes the first record, by Escape none', async () => {
  courses();
  const screen = await renderInSession(<One />);
  const field = screen.getByRole('textbox', { name: 'Course' });
  await field.fill('b');
  await expect.element(screen.getByRole('option').nth(1)).toHaveTextContent('Biology');
  await userEvent.keyboard('{Escape}{Tab}');
  await expect.element(field).toHaveValue('');
  await field.fill('b');
  await expect.element(screen.getByRole('option').nth(1)).toHaveTextContent('Biology');
  await userEvent.keyboard('{ArrowDown}{ArrowDown}{Enter}');
  await expect.element(field).toHaveValue('Biology');
  await field.fill('alg');
  await expect.element(screen.getByRole('option')).toHaveTextContent('Algebra');
  await userEvent.keyboard('{Tab}');
  await expect.element(field).toHaveValue('Algebra');
});

it('options that cannot be loaded show an error, and are loaded again by Retry', async () => {
  let isAway = true;
  serve({ 'GET courses/?': () => (isAway ? { status: 503, body: {} } : { body: page(all) }) });
  const screen = await renderInSession(<One />);
  await screen.getByRole('textbox', { name: 'Course' }).click();
  await expect.element(screen.getByText('Error loading Courses options').first()).toBeVisible();
  isAway = false;
  await screen.getByRole('button', { name: 'Retry' }).click();
  await expect.element(screen.getByRole('option', { name: 'Biology' })).toBeVisible();
});

it('more options are loaded while scrolling', async () => {
  const many = Array.from({ length: 20 }, (_, at) => ({ id: at + 10, name: `Course ${at}` }));
  serve({
    'GET courses/?': ({ address }) => ({
      body: address.includes('page=2') ? page(all) : { ...page(many, 23), next: 'more' },
    }),
  });
  const screen = await renderInSession(<One />);
  await screen.getByRole('textbox', { name: 'Course' }).click();
  await expect.element(screen.getByRole('option', { name: 'Course 19' })).toBeInTheDocument();
  screen.getByRole('option', { name: 'Course 19' }).element().scrollIntoView();
  await expect.element(screen.getByRole('option', { name: 'Biology' })).toBeInTheDocument();
});

it('several records are added once each, and removed', async () => {
  courses();
  const screen = await renderInSession(<Several />);
  const [field, chosen] = [screen.getByRole('textbox'), screen.getByRole('status')];
  await expect.element(screen.getByText('Biology')).toBeVisible();
  for (const name of ['Algebra', 'Algebra']) {
    await field.click();
    await screen.getByRole('option', { name }).click();
  }
  await expect.element(chosen).toHaveTextContent('2,1');
  await screen.getByRole('button', { name: 'Remove Biology' }).click();
  await expect.element(chosen).toHaveTextContent('1');
});
