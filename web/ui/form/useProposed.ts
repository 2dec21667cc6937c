import type { UseFormReturnType } from '@mantine/form';
import { useEffect, useRef } from 'react';
import type { Values } from './form-context.ts';

/** Enters proposed values once. */
export function useProposed(
  { setValues }: UseFormReturnType<Values>,
  proposed: Values | undefined,
): void {
  const isEntered = useRef(false);
  useEffect(() => {
    if (isEntered.current || !proposed) return;
    isEntered.current = true;
    setValues(proposed);
  }, [proposed, setValues]);
}
