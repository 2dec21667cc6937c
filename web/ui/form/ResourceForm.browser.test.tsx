import { describe, expect, it } from 'vitest';
import { userEvent } from 'vitest/browser';
import { z } from 'zod';
import { courseEndpoints } from '#contract/timetable/master-data.endpoints.ts';
import { renderPage } from '#web/test/render-page.tsx';
import { page, serve } from '#web/test/server.ts';
import { pickerOf } from '../picker.ts';
import type { FormResource } from '../resource.ts';
import { DateField } from './DateField.tsx';
import { CheckboxField, NumberField, PickerField, SelectField, TextField } from './fields.tsx';
import { FileField } from './FileField.tsx';
import { ResourceForm } from './ResourceForm.tsx';

interface Row {
  id: number;
  name: string;
  seats: number | null;
}
const courses: FormResource<Row> = {
  title: 'Courses',
  singular: 'Course',
  path: '/courses',
  calls: courseEndpoints as unknown as FormResource<Row>['calls'],
  permission: 'Courses',
};
const schema = z.object({
  name: z.string().min(1, 'is required'),
  seats: z.number('is required').max(99, 'must be at most 99'),
});
const law = { id: 2, name: 'Law', seats: 20 };

async function open(
  answers: Parameters<typeof serve>[0],
  address = '/courses/add',
  keeps: string[] = [],
) {
  const requests = serve(answers);
  const shown = await renderPage(
    <ResourceForm<Row>
      resource={courses}
      schema={schema}
      empty={{ name: '', seats: null }}
      keeps={keeps}
      valuesOf={({ name, seats }) => ({ name, seats })}
      addFailed="The course was not added"
    >
      <TextField name="name" label="Name" />
      <NumberField name="seats" label="Seats" />
    </ResourceForm>,
    { address, permissions: { Courses: ['read', 'add', 'edit'] } as never },
  );
  const { screen } = shown;
  const fields = {
    name: screen.getByRole('textbox', { name: 'Name' }),
    seats: screen.getByRole('textbox', { name: 'Seats' }),
  };
  const writes = () => requests.filter(({ method }) => method !== 'GET');
  return { ...shown, ...fields, writes };
}

describe('a form that adds', () => {
  it('keeps for the next record what is entered while the one before is saved', async () => {
    let enter = () => {};
    const { screen, name, seats } = await open({
      'POST courses/create/': () => {
        enter();
        return { status: 201, body: law };
      },
      'GET courses/': () => ({ body: page([]) }),
    });
    enter = () => {
      Reflect.set(HTMLInputElement.prototype, 'value', 'Arts', name.element());
      name.element().dispatchEvent(new Event('input', { bubbles: true }));
    };
    await name.fill('Law');
    await seats.fill('20');
    await screen.getByRole('button', { name: 'Add' }).click();
    await expect.element(seats).toHaveValue('');
    await expect.element(name).toHaveValue('Arts');
  });

  it('shows what is missing, with the focus in the first field, and sends nothing', async () => {
    const { screen, name, writes } = await open({});
    await screen.getByRole('button', { name: 'Add' }).click();
    await expect.element(screen.getByText('is required').first()).toBeVisible();
    await expect.element(name).toHaveFocus();
    expect(writes()).toEqual([]);
  });

  it('is empty again after a success, with the focus in the first field', async () => {
    const { screen, name, seats, writes } = await open({
      'POST courses/create/': () => ({ status: 201, body: law }),
    });
    await name.fill('Law');
    await seats.fill('20');
    await userEvent.keyboard('{Enter}');
    await expect.element(screen.getByText('Course added successfully')).toBeVisible();
    expect(writes()).toMatchObject([{ body: { name: 'Law', seats: 20 } }]);
    await expect.element(name).toHaveValue('');
    await expect.element(name).toHaveFocus();
    await expect
      .element(screen.getByRole('link', { name: 'Open this course' }))
      .toHaveAttribute('href', '/courses/add?edit=2');
  });

  it('keeps what the next record shares, until it is reset', async () => {
    const { screen, name, seats } = await open(
      { 'POST courses/create/': () => ({ status: 201, body: law }) },
      '/courses/add',
      ['seats'],
    );
    await name.fill('Law');
    await seats.fill('20');
    await screen.getByRole('button', { name: 'Add' }).click();
    await expect.element(name).toHaveValue('');
    await expect.element(seats).toHaveValue('20');
    await screen.getByRole('button', { name: 'Reset' }).click();
    await expect.element(seats).toHaveValue('');
  });

  it('shows the server’s errors at their fields and as toasts, and keeps what was entered', async () => {
    const { screen, name, seats } = await open({
      'POST courses/create/': () => ({ status: 400, body: { seats: ['are too few'] } }),
    });
    await name.fill('Law');
    await seats.fill('1');
    await screen.getByRole('button', { name: 'Add' }).click();
    await expect.element(screen.getByText('The course was not added')).toBeVisible();
    await expect.element(seats).toHaveAccessibleDescription('are too few');
    await expect.element(seats).toHaveFocus();
    await expect.element(name).toHaveValue('Law');
  });

  it('is reset', async () => {
    const { screen, name } = await open({});
    await name.fill('Law');
    await screen.getByRole('button', { name: 'Reset' }).click();
    await expect.element(name).toHaveValue('');
  });
});

describe('a form that edits', () => {
  const read = { 'GET courses/2/': () => ({ body: law, headers: { etag: '"1"' } }) };

  it('sends what was changed with the version that was read, after a question', async () => {
    const { screen, name, writes } = await open(
      { ...read, 'PATCH courses/2/': () => ({ body: law }) },
      '/courses/add?edit=2',
    );
    await name.fill('Law and order');
    await screen.getByRole('button', { name: 'Save' }).click();
    const question = screen.getByRole('dialog', { name: 'Save this course?' });
    await question.getByRole('button', { name: 'Save' }).click();
    await expect.poll(writes).toMatchObject([{ body: { name: 'Law and order' } }]);
    expect(writes()[0]?.body).toEqual({ name: 'Law and order' });
    expect(writes()[0]?.headers.get('if-match')).toBe('"1"');
  });

  it('returns to the page before', async () => {
    const { screen, name, address } = await open(
      { ...read, 'PATCH courses/2/': () => ({ body: law }) },
      '/courses/add?edit=2',
    );
    await name.fill('Law and order');
    await screen.getByRole('button', { name: 'Save' }).click();
    await screen.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
    await expect.element(address).toHaveTextContent('/before');
  });

  it('sends nothing when the question is answered with no', async () => {
    const { screen, name, writes } = await open(read, '/courses/add?edit=2');
    await name.fill('Law and order');
    await screen.getByRole('button', { name: 'Save' }).click();
    await screen.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
    expect(writes()).toEqual([]);
    await expect.element(name).toHaveValue('Law and order');
  });

  it('that another user has overtaken names what changed, and saves anyway or takes theirs', async () => {
    let isOvertaken = false;
    const refusal = { detail: 'Theo has changed it', overtaken: { by: 'Theo', at: null } };
    const { screen, name, seats, writes } = await open(
      {
        'GET courses/2/': () => ({
          body: isOvertaken ? { ...law, seats: 40 } : law,
          headers: { etag: '"1"' },
        }),
        'PATCH courses/2/': ({ headers }) =>
          headers.has('if-match') ? { status: 409, body: refusal } : { body: law },
      },
      '/courses/add?edit=2',
    );
    await name.fill('Law and order');
    isOvertaken = true;
    await screen.getByRole('button', { name: 'Save' }).click();
    await screen.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
    const changed = screen.getByRole('list', { name: 'What changed' });
    await expect.element(changed).toMatchTextContent(/Seats.*20.*40/);
    await screen.getByRole('button', { name: 'Go on editing' }).click();
    await expect.element(name).toHaveValue('Law and order');
    await screen.getByRole('button', { name: 'Save' }).click();
    await screen.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
    await screen.getByRole('button', { name: 'Take theirs' }).click();
    await expect.element(seats).toHaveValue('40');
    await expect.element(name).toHaveValue('Law');
    expect(writes().length).toBe(2);
  });

  it('of a record that cannot be read shows the reason', async () => {
    const { screen } = await open(
      { 'GET courses/2/': () => ({ status: 404, body: { detail: 'This course was not found' } }) },
      '/courses/add?edit=2',
    );
    await expect.element(screen.getByText('This course was not found')).toBeVisible();
  });
});

describe('fields', () => {
  const source = pickerOf({ title: 'Rooms', calls: courseEndpoints, label: ({ name }) => name });
  const kinds = [
    { value: '1', label: 'First year' },
    { value: '2', label: 'Second year' },
  ];

  async function openFields(answers: Parameters<typeof serve>[0]) {
    const requests = serve({
      ...answers,
      'POST courses/create/': () => ({ status: 201, body: law }),
    });
    const { screen } = await renderPage(
      <ResourceForm<Row>
        resource={courses}
        schema={z.any()}
        empty={{ day: '', year: null, room_id: null, active: false, photo: null }}
        valuesOf={() => ({})}
      >
        <DateField name="day" label="Day" optional />
        <SelectField name="year" label="Year" choices={kinds} numeric />
        <PickerField name="room_id" label="Room" source={source} />
        <CheckboxField name="active" label="Active" />
        <FileField name="photo" label="Photo" category="student-profile" optional />
      </ResourceForm>,
      { address: '/courses/add' },
    );
    return { screen, requests };
  }

  it('hold values of their types', async () => {
    const { screen, requests } = await openFields({
      'GET courses/?': () => ({ body: page([{ id: 7, name: 'Studio' }]) }),
    });
    await screen.getByRole('textbox', { name: 'Day' }).fill('02/03/2026');
    await screen.getByRole('combobox', { name: 'Year' }).click();
    await screen.getByRole('option', { name: 'Second year' }).click();
    await screen.getByRole('textbox', { name: 'Room' }).click();
    await screen.getByRole('option', { name: 'Studio' }).click();
    await screen.getByRole('checkbox', { name: 'Active' }).click();
    await screen.getByRole('button', { name: 'Add' }).click();
    await expect
      .poll(() => requests.find(({ method }) => method === 'POST')?.body)
      .toEqual({
        day: '2026-03-02',
        year: 2,
        room_id: 7,
        active: true,
        photo: null,
      });
  });

  it('a picker without options keeps the form from being sent (R-FORM-2)', async () => {
    const { screen, requests } = await openFields({
      'GET courses/?': () => ({ status: 503, body: {} }),
    });
    await expect
      .element(screen.getByRole('textbox', { name: 'Room' }))
      .toHaveAccessibleDescription('Error loading Rooms options');
    await screen.getByRole('button', { name: 'Add' }).click();
    expect(requests.some(({ method }) => method === 'POST')).toBe(false);
  });

  it('a file that is too large is refused before it is sent (R-FORM-4)', async () => {
    const { screen } = await openFields({ 'GET courses/?': () => ({ body: page([]) }) });
    const input = document.querySelector<HTMLInputElement>('input[type=file]');
    if (!input) throw new Error('no file input');
    await userEvent.upload(input, new File([new Uint8Array(3e6)], 'a.png', { type: 'image/png' }));
    await expect.element(screen.getByText('may have at most 2 MB')).toBeVisible();
  });
});

it('a required field that was empty before, as another system had left it, does not keep others from being changed', async () => {
  const { name, writes, screen } = await open(
    {
      'GET courses/2/': () => ({ body: { ...law, seats: null } }),
      'PATCH courses/2/': () => ({ body: { ...law, name: 'Civil law', seats: null } }),
    },
    '/courses/add?edit=2',
  );
  await expect.element(name).toHaveValue('Law');
  await name.fill('Civil law');
  await screen.getByRole('button', { name: 'Save' }).click();
  await screen.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  await expect.poll(() => writes().map(({ body }) => body)).toEqual([{ name: 'Civil law' }]);
});
