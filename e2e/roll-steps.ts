import type { Page } from '@playwright/test';
import { api } from './api.ts';

interface Listed {
  id: number;
  start_time: string;
  end_time: string;
  currentClass: boolean;
  teacher: { id: number };
  classroom: { id: number };
}
/** The classes of a date. */
export const classesOf = async (page: Page, date: string) =>
  (await api<{ results: Listed[] }>(page, `classschedule/?date=${date}&limit=500`)).results;
/** The students of a class on a date, with their marks. */
export const rollOf = async (page: Page, id: number, date: string) =>
  (
    await api<{
      results: { student: number; student_id: string; status: string; how: string | null }[];
    }>(page, `attendance/?class_schedule=${id}&date=${date}`)
  ).results;

/** Closes the open roll of a class that goes on, while most students have no mark. */
export async function closeRoll(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Close roll/ }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Mark absent and close' }).click();
}
