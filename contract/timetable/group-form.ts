import { keyForm } from '../identifier.ts';

/** The form in which groups of classes are compared: `12B, 12a` and `12A,12B` are the same ones. */
export const groupForm = (group: string): string =>
  group
    .split(/[,;/+&]/)
    .map(keyForm)
    .filter(Boolean)
    .toSorted()
    .join(', ');
