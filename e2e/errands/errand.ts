import type { Page } from '@playwright/test';
import { field } from '../sections.ts';

/** A section's errand: what is typed, what is said, and where it is found again. */
export interface Errand {
  path: string;
  title: string;
  one: string;
  /** What an empty form says, field by field from the top; the first gets the focus. */
  required: [label: string, message: string][];
  fill: (page: Page) => Promise<void>;
  added: string;
  /** What is searched for, and what is in the row that is found. */
  search?: string;
  found: string;
  edit: (page: Page) => Promise<void>;
  edited?: string;
  /** What its row shows then. */
  changed: string;
  /** A heading to order by, and its name in the address. */
  order: [heading: string, name: string];
  /** The columns of a file: those of the screen without # and options, and those that have no room there. */
  columns: string[];
  /** More than six columns lie on their side. */
  lying?: boolean;
}

export const is = 'is required';
export const fieldIs = 'field is required';
export const type = async (page: Page, values: Record<string, string>) => {
  for (const [label, value] of Object.entries(values)) await field(page, label).fill(value);
};
