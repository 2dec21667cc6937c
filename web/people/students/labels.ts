import { choicesOf } from '#web/ui/list/filter.ts';
import { capitalize } from '#web/ui/labels.ts';

/** `awaiting_collection` → `Awaiting collection`. */
export const cardStateLabel = (state: string): string => capitalize(state.replaceAll('_', ' '));

export const cardStateChoices = choicesOf(
  ['not_printed', 'awaiting_collection', 'collected'],
  cardStateLabel,
);
export const genderChoices = choicesOf(['male', 'female', 'other'], cardStateLabel);
