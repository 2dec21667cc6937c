import { expect, it } from 'vitest';
import { renderWithLibrary } from '../test/render-with-library.tsx';
import { OldAndNew } from './OldAndNew.tsx';

it('dates and times stand in the form of the other screens', async () => {
  const screen = await renderWithLibrary(
    <OldAndNew
      change="changed"
      fields={[
        { field: 'date_of_birth', from: '2010-03-02', to: '2010-03-03' },
        { field: 'start_time', from: '09:00:00', to: '10:30:00' },
        { field: 'note', from: 'since 2010-03-02', to: null },
        { field: 'active', from: true, to: false },
      ]}
    />,
  );
  for (const text of [
    '2 Mar 2010',
    '3 Mar 2010',
    '09:00',
    '10:30',
    'since 2010-03-02',
    '–',
    'yes',
    'no',
  ])
    await expect.element(screen.getByText(text, { exact: true })).toBeInTheDocument();
});
