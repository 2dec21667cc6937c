import type { Page } from '@playwright/test';
import { field } from '../resources.ts';

/** The scenario of a resource: typed values, messages, and where the record is found again. */
export interface ResourceScenario {
  path: string;
  title: string;
  singular: string;
  /** Errors of an empty form, field by field from the top; the first gets the focus. */
  required: [label: string, message: string][];
  fill: (page: Page) => Promise<void>;
  addedMessage: string;
  /** Search text, and text of the row that is found. */
  search?: string;
  foundText: string;
  edit: (page: Page) => Promise<void>;
  editedMessage?: string;
  /** Text of its row after the edit. */
  changedText: string;
  /** A heading to sort by, and its name in the address. */
  sort: [heading: string, name: string];
  /** The columns of a file: those of the screen without # and options, and those that only files have. */
  columns: string[];
  /** Columns of a file that are empty for some rows. */
  mayBeEmpty?: string[];
  /** PDFs of more than six columns are landscape. */
  isLandscape?: boolean;
}

export const isRequired = 'is required';
export const fieldIsRequired = 'field is required';
export const type = async (page: Page, values: Record<string, string>) => {
  for (const [label, value] of Object.entries(values)) await field(page, label).fill(value);
};
