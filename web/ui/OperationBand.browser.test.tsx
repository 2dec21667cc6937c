import { expect, it } from 'vitest';
import type { Permissions } from '#contract/permissions.ts';
import { renderPage } from '../test/render-page.tsx';
import { OperationBand } from './OperationBand.tsx';

async function open(operation: number | null, permissions: Permissions) {
  const { screen } = await renderPage(
    <OperationBand
      text="12 classes added"
      show={{ text: 'Show the list', to: '/timetable/list', search: { semester: '3' } }}
      operation={operation}
    />,
    { permissions },
  );
  const band = screen.getByRole('status').filter({ hasText: '12 classes added' });
  await expect.element(band).toBeVisible();
  return band.getByRole('link');
}

it('leads to what was written, and to the operation that undoes it', async () => {
  const links = await open(7, { Settings: ['read', 'edit'] });
  await expect.element(links.first()).toHaveAttribute('href', '/timetable/list?semester=3');
  await expect.element(links.nth(1)).toHaveAttribute('href', '/change-history/view?id=7');
});

it.each([
  ['who may not undo', 7, { Settings: ['read'] }],
  ['what wrote nothing', null, { Settings: ['read', 'edit'] }],
] as const)('has no Undo for %s', async (_who, operation, { Settings }) => {
  const links = await open(operation, { Settings: [...Settings] });
  expect(links.elements()).toHaveLength(1);
});
