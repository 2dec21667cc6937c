export const fullName = (person: { first_name: string; last_name: string }): string =>
  `${person.first_name} ${person.last_name}`;

/** `pending` → `Pending`. */
export const capitalize = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
