import { expect, it, vi } from 'vitest';
import { renderWithLibrary } from '#web/test/render-with-library.tsx';
import { ConflictPanel } from './ConflictPanel.tsx';

it('"Ongoing" is whole beside a long name (R-ROLL-5)', async () => {
  const dismiss = vi.fn();
  const screen = await renderWithLibrary(
    <div style={{ width: 260 }}>
      <ConflictPanel
        dismiss={dismiss}
        conflicts={[
          {
            id: 1,
            subject: {
              subject_name: 'Foundations of Health Communication and Counselling',
              subject_code: 'HCC210',
            },
            classroom: { room_number: 'A1.01' },
            teacher: { first_name: 'Grace', last_name: 'Hall' },
            co_teachers: [{ first_name: 'Omar', last_name: 'Haddad' }],
            day_of_week: 'Monday',
            start_time: '09:00',
            end_time: '10:30',
            weeks: null,
            first_week: 'odd',
            group_name: '12A',
            currentClass: true,
          },
        ]}
      />
    </div>,
  );
  const label = screen.getByText('Ongoing').element();
  // All who teach it are named, with the group (R-TEACH-1, R-CLASS-7).
  await expect.element(screen.getByText('Classroom A1.01 · Grace Hall, Omar Haddad')).toBeVisible();
  await expect.element(screen.getByText(/HCC210 · 12A/)).toBeVisible();
  await screen.getByRole('button', { name: 'Close the student’s other classes' }).click();
  expect(dismiss).toHaveBeenCalledOnce();
  expect(label.scrollWidth).toBeLessThanOrEqual(label.clientWidth);
});
