import { beforeEach, describe, expect, it } from 'vitest';
import { userEvent } from 'vitest/browser';
import { renderPage } from '#web/test/render-page.tsx';
import { serve } from '#web/test/server.ts';
import { StudentFormPage } from './students/StudentFormPage.tsx';
import { TeacherFormPage } from './teachers/TeacherFormPage.tsx';

beforeEach(() => {
  serve({ 'GET students/next-id/': () => ({ body: { student_id: null } }) });
});

describe.each([
  ['students', StudentFormPage, '/students/add'],
  ['teachers', TeacherFormPage, '/teachers/add'],
])('the form of %s', (_name, Form, address) => {
  it('enters the dash for a person with one name by the keyboard (R-NAME-1)', async () => {
    const { screen } = await renderPage(<Form />, { address });
    const last = screen.getByRole('textbox', { name: 'Last name' });
    await expect.element(last).toHaveAccessibleDescription(/one name only; it is not printed/);
    await last.click();
    await userEvent.keyboard('{Tab}');
    const button = screen.getByRole('button', { name: 'Has one name only' });
    await expect.element(button).toHaveFocus();
    await userEvent.keyboard('{Enter}');
    await expect.element(last).toHaveValue('–');
    await expect.element(last).toHaveFocus();
    await expect.element(button).not.toBeInTheDocument();
  });
});
