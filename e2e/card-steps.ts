import { expect, type Page } from '@playwright/test';
import { api } from './api.ts';

/** A student of this test alone. */
export const added = (page: Page, student_id: string, more: object = {}) =>
  api<{ id: number }>(page, 'students/create/', {
    student_id,
    first_name: `First${student_id}`,
    last_name: 'Cardholder',
    phone_number: '1',
    date_of_birth: '2005-01-02',
    ...more,
  });
/** Chooses the first student who was found. */
export const giveToFirst = async (page: Page) => {
  await page.keyboard.press('ArrowDown');
  await expect(page.locator('[role=option][aria-selected=true]')).toHaveCount(1);
  await page.keyboard.press('Enter');
};
/** What was handed out. */
export const given = (page: Page) => page.getByRole('region', { name: 'Handed out' });
