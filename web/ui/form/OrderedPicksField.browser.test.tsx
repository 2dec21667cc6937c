import { expect, it, vi } from 'vitest';
import { courseEndpoints } from '#contract/timetable/master-data.endpoints.ts';
import { renderInSession } from '#web/test/render-in-session.tsx';
import { page, serve } from '#web/test/server.ts';
import { pickerOf } from '../picker.ts';
import { DialogForm } from './DialogForm.tsx';
import { OrderedPicksField } from './OrderedPicksField.tsx';

const source = pickerOf({ title: 'Courses', calls: courseEndpoints, label: ({ name }) => name });
const all = ['Algebra', 'Biology', 'Chemistry'].map((name, at) => ({ id: at + 1, name }));

/** A form whose first course is Algebra, with these further ones. */
async function open(further: number[]) {
  serve({
    'GET courses/?': ({ address }) => {
      const id = new URL(address, location.origin).searchParams.get('id');
      return { body: page(id ? all.filter((one) => id.split(',').includes(String(one.id))) : all) };
    },
  });
  const send = vi.fn(async () => {});
  const screen = await renderInSession(
    <DialogForm
      initial={{ course: 1, others: further }}
      check={() => ({})}
      yes="Save"
      send={send}
      cancel={vi.fn()}
    >
      <OrderedPicksField
        name="others"
        label="Further courses"
        one="course"
        source={source}
        first="course"
      />
    </DialogForm>,
  );
  const press = (name: string) => screen.getByRole('button', { name }).click();
  return { screen, send, press };
}

it('a course is added once, by a picker that has the focus', async () => {
  const { screen, send, press } = await open([]);
  await press('Add a course');
  const picker = screen.getByRole('textbox', { name: 'Further course' });
  await expect.element(picker).toHaveFocus();
  await picker.click();
  await screen.getByRole('option', { name: 'Algebra' }).click();
  await expect.element(screen.getByText('is in the list already')).toBeVisible();
  await picker.click();
  await screen.getByRole('option', { name: 'Biology' }).click();
  await expect.element(screen.getByRole('listitem')).toHaveTextContent('Biology');
  await expect.element(screen.getByRole('button', { name: 'Add a course' })).toHaveFocus();
  await press('Save');
  expect(send).toHaveBeenCalledExactlyOnceWith({ course: 1, others: [2] });
});

it('the first of them takes the place of the field’s own, with the focus where it was', async () => {
  const { screen, send, press } = await open([2, 3]);
  await press('Move Chemistry up');
  await expect.element(screen.getByRole('button', { name: 'Move Chemistry up' })).toHaveFocus();
  await expect.element(screen.getByText('Chemistry is number 2 now')).toBeInTheDocument();
  await press('Move Chemistry up');
  await press('Save');
  expect(send).toHaveBeenCalledExactlyOnceWith({ course: 3, others: [1, 2] });
});

it('one is removed, and the others stay in their order', async () => {
  const { send, press } = await open([2, 3]);
  await press('Remove Biology');
  await press('Save');
  expect(send).toHaveBeenCalledExactlyOnceWith({ course: 1, others: [3] });
});
