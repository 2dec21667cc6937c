import type { UseFormReturnType } from '@mantine/form';
import { createContext, useContext } from 'react';

// oxlint-disable-next-line typescript/no-explicit-any -- values of every kind: a field knows its own.
export type Values = Record<string, any>;

export interface FormState {
  form: UseFormReturnType<Values>;
  /** A record is edited, not added. */
  editing: boolean;
  /** Submitting waits while a file is uploading or a picker has no options (R-FORM-2). */
  block: (name: string, reason: string | null) => void;
}

export const FormContext = createContext<FormState | null>(null);

export function useFormState(): FormState {
  const state = useContext(FormContext);
  if (!state) throw new Error('a field outside ResourceForm');
  return state;
}

/** A field's value, error and change handler. */
export const useFieldProps = (name: string) => useFormState().form.getInputProps(name);
