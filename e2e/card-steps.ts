import { expect, type Page } from '@playwright/test';
import { api } from './api.ts';
import { lateMs } from './fixtures.ts';

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
  // An Enter right after a card, whose keys have later times here, is the second one of its reader.
  await page.waitForTimeout(lateMs + 150);
  await page.keyboard.press('ArrowDown');
  await expect(page.locator('[role=option][aria-selected=true]')).toHaveCount(1);
  await page.keyboard.press('Enter');
};
/** What was handed out. */
export const given = (page: Page) => page.getByRole('region', { name: 'Handed out' });
