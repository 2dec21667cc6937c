import { expect, it } from 'vitest';
import { userEvent } from 'vitest/browser';
import { renderPage } from '#web/test/render-page.tsx';
import { page, serve } from '#web/test/server.ts';
import { TeacherFormPage } from './TeacherFormPage.tsx';

/** The form, filled in with an address that a student has. */
async function openFilled() {
  const requests = serve({
    'POST teachers/create/': ({ body }) =>
      (body as { confirm_same_person?: boolean }).confirm_same_person
        ? { status: 201, body: { id: 9, first_name: 'Una', last_name: 'Vale' } }
        : {
            status: 400,
            body: {
              email: ['is the address of a student'],
              confirm_same_person: ['must be true to confirm that it is one person'],
            },
          },
    'GET teachers/': () => ({ body: page([]) }),
  });
  const { screen } = await renderPage(<TeacherFormPage />, {
    address: '/teachers/add',
    permissions: { Teachers: ['read', 'add', 'edit'] } as never,
  });
  await screen.getByRole('textbox', { name: 'First name' }).fill('Una');
  await screen.getByRole('textbox', { name: 'Last name' }).fill('Vale');
  await screen.getByRole('textbox', { name: 'E-mail' }).fill('una@school.example');
  await screen.getByRole('textbox', { name: 'Phone' }).fill('1');
  await userEvent.keyboard('{Enter}');
  await expect.element(screen.getByRole('dialog', { name: 'Is this one person?' })).toBeVisible();
  return { screen, writes: () => requests.filter(({ method }) => method === 'POST') };
}

it('asks whether the student is this person, and adds the teacher once it is confirmed (R-ME-7)', async () => {
  const { screen, writes } = await openFilled();
  await screen.getByRole('button', { name: 'Yes, one person' }).click();
  await expect.poll(() => writes().length).toBe(2);
  expect(writes()[1]).toMatchObject({ body: { confirm_same_person: true } });
});

it('saves nothing after Escape, and keeps what was entered (R-ME-7)', async () => {
  const { screen, writes } = await openFilled();
  await userEvent.keyboard('{Escape}');
  await expect.element(screen.getByRole('dialog')).not.toBeInTheDocument();
  await expect
    .element(screen.getByRole('textbox', { name: 'E-mail' }))
    .toHaveValue('una@school.example');
  expect(writes()).toHaveLength(1);
});
