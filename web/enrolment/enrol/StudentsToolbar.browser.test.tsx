import { useRouter } from '@tanstack/react-router';
import { expect, it } from 'vitest';
import { renderPage } from '#web/test/render-page.tsx';
import { useListState } from '#web/ui/list/useListState.ts';
import { StudentsToolbar } from './StudentsToolbar.tsx';

function Tools() {
  const [state, change] = useListState(['enrolled']);
  const { history } = useRouter();
  return (
    <>
      <StudentsToolbar search={state.search} shown="all" change={change}>
        {null}
      </StudentsToolbar>
      <button type="button" onClick={() => history.back()}>
        Back
      </button>
    </>
  );
}

it('the search of a class’s students follows Back, as the address does', async () => {
  const { screen, address } = await renderPage(<Tools />, { address: '/view?id=5' });
  const field = screen.getByRole('searchbox', { name: 'Search students' });
  await field.fill('Anna');
  await expect.element(address).toHaveTextContent('/view?id=5&search=Anna');
  await screen.getByRole('button', { name: 'Back' }).click();
  await expect.element(address).not.toHaveTextContent('search');
  await expect.element(field).toHaveValue('');
});
