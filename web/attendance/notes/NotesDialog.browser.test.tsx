import { expect, it } from 'vitest';
import { renderPage } from '#web/test/render-page.tsx';
import { page, serve } from '#web/test/server.ts';
import { NotesDialog } from './NotesDialog.tsx';

const note = {
  id: 3,
  note: 'Projector broken',
  date: '2026-03-02',
  author: 'Ada Admin',
  created_by: 1,
  created_at: '2026-03-01T22:10:00Z',
  student: null,
  student_id: null,
  teacher: null,
  teacher_id: null,
  class_schedule_id: 5,
};
const refusal = { status: 400, body: { note: ['must not have control characters'] } };

async function openNotes(answers: Parameters<typeof serve>[0] = {}) {
  const requests = serve({
    'GET attendance-note/': () => ({ body: page([note]) }),
    ...answers,
  });
  const { screen } = await renderPage(
    <NotesDialog of={{ id: 5, date: '2026-03-02' }} opened close={() => {}} />,
    { permissions: { Notes: ['read', 'add', 'edit', 'delete'] } },
  );
  await expect.element(screen.getByText('Projector broken')).toBeVisible();
  return { screen, requests };
}

it('a refused change is explained below the text that is typed (R-FORM-1)', async () => {
  const { screen } = await openNotes({ 'PATCH attendance-note/3/': () => refusal });
  await screen.getByRole('button', { name: /^Edit the note/ }).click();
  const field = screen.getByRole('textbox', { name: 'Edit note' });
  await field.fill('Projector repaired');
  await screen.getByRole('button', { name: 'Save' }).click();
  await expect.element(field).toHaveAccessibleDescription(refusal.body.note[0]!);
  await screen.getByRole('button', { name: 'Cancel' }).click();
  await screen.getByRole('button', { name: /^Edit the note/ }).click();
  await expect.element(field).toHaveAccessibleDescription('');
});

it('a refused new note is explained below its text, until it is changed', async () => {
  const { screen } = await openNotes({ 'POST attendance-note/create/': () => refusal });
  const field = screen.getByRole('textbox', { name: 'Note', exact: true });
  await field.fill('Chalk');
  await screen.getByRole('button', { name: 'Add note' }).click();
  await expect.element(field).toHaveAccessibleDescription(refusal.body.note[0]!);
  await field.fill('Chalk is missing');
  await expect.element(field).toHaveAccessibleDescription('');
});
