import dayjs from 'dayjs';

export const fullName = (person: { first_name: string; last_name: string }): string => `${person.first_name} ${person.last_name}`;

/** `2026-03-02` → `2 Mar 2026`. */
export const longDate = (date: string): string => dayjs(date).format('D MMM YYYY');
