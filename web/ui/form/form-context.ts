import type { UseFormReturnType } from '@mantine/form';
import { createContext, useContext } from 'react';

// oxlint-disable-next-line typescript/no-explicit-any -- a field knows its own value only; the form holds values of every kind.
export type Values = Record<string, any>;

interface FormState {
  form: UseFormReturnType<Values>;
  /** The section's name among React Query's keys, for pickers of the form itself. */
  editing: boolean;
  /** A file is on its way, or a picker has no options: submitting waits (spec §4, §8). */
  block: (name: string, reason: string | null) => void;
}

export const FormContext = createContext<FormState | null>(null);

export function useFormState(): FormState {
  const state = useContext(FormContext);
  if (!state) throw new Error('a field outside ResourceForm');
  return state;
}

/** A field's value, its error, and how it is changed. */
export const useFieldProps = (name: string) => useFormState().form.getInputProps(name);
