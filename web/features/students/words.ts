import { choicesOf } from '../../ui/list/filter.ts';

/** `awaiting_collection` → `Awaiting collection`. */
export const cardStateTitle = (state: string): string => {
  const text = state.replaceAll('_', ' ');
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
};

export const cardStateChoices = choicesOf(['not_printed', 'awaiting_collection', 'collected'], cardStateTitle);
export const genderChoices = choicesOf(['male', 'female', 'other'], cardStateTitle);
