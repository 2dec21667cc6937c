import type { UseFormReturnType } from '@mantine/form';
import { useState, type RefObject } from 'react';
import { ApiError } from '#web/platform/api.ts';
import { changedFields } from './changed-fields.ts';
import type { Values } from './form-context.ts';

/** A row with the version that was read (R-FORM-7). */
export interface Versioned<Entity> {
  row: Entity;
  version: string | null;
}

/** The row that a form edits. */
export interface Existing<Entity> extends Versioned<Entity> {
  /** Reads it again. */
  reread: () => Promise<Entity>;
  /** Resets the form to the row that was read last. */
  begin: () => void;
}

/** Whether an edit was refused because of another user's. */
export const isOvertaken = (error: unknown): error is ApiError =>
  error instanceof ApiError && error.status === 409 && 'overtaken' in error.body;

interface Edited<Entity> {
  existing: Existing<Entity> | undefined;
  valuesOf: (row: Entity) => Values;
  form: UseFormReturnType<Values>;
  element: RefObject<HTMLFormElement | null>;
}

/**
 * The headers of an edit with the version that it is based on, and the question after another user's edit
 * (R-FORM-7).
 */
export function useOvertaken<Entity>({ existing, valuesOf, form, element }: Edited<Entity>) {
  /** Later reads do not change it. */
  const [began] = useState(existing);

  /** @returns whether to save nevertheless. */
  async function ask(error: ApiError): Promise<boolean> {
    if (!began || !existing) throw error;
    const now = await existing.reread();
    const changed = changedFields(
      { values: valuesOf(began.row), row: began.row },
      { values: valuesOf(now), row: now },
      (name) => labelIn(element.current, name),
      (name) => form.isDirty(name),
    );
    // Rarely needed.
    const { askOvertaken } = await import('./overtaken.tsx');
    const answer = await askOvertaken(error.message, changed);
    if (answer === 'take') existing.begin();
    return answer === 'save';
  }

  const headers: Record<string, string> = began?.version ? { 'if-match': began.version } : {};
  return { headers, ask };
}

/** The label of a field as the form shows it. */
function labelIn(form: HTMLElement | null, name: string): string | undefined {
  const field = form?.querySelector<HTMLInputElement>(`[data-path="${name}"]`);
  const label = field?.labels?.[0]?.textContent ?? field?.getAttribute('aria-label');
  return label?.replace(/ \*$/, '');
}
