import type { RollRow } from '#contract/marks.ts';
import { fullName } from '#contract/person-name.ts';

/** How a student is called where there is little room. */
export interface ShortName {
  /** The first name; with an initial, or the end of the ID, where others of the roll are called the same. */
  short: string;
  /** Another student of the roll has the same whole name: the ID tells them apart. */
  isNamesake: boolean;
}

type Named = Pick<RollRow, 'student' | 'student_id' | 'first_name' | 'last_name'>;

const firstOf = ({ first_name }: Named): string => first_name.split(' ')[0] ?? first_name;
const initialOf = ({ last_name }: Named): string => Array.from(last_name)[0] ?? '';
/** Digits at the end of an ID, which differ where IDs are numbered. */
const endOf = ({ student_id }: Named): string => student_id.slice(-3);

/** What tells the students of a roll apart by short names, by student. */
export function shortNames(roll: readonly Named[]): ReadonlyMap<number, ShortName> {
  const count = (nameOf: (row: Named) => string) => {
    const counts = new Map<string, number>();
    for (const row of roll) counts.set(nameOf(row), (counts.get(nameOf(row)) ?? 0) + 1);
    return (row: Named) => (counts.get(nameOf(row)) ?? 0) > 1;
  };
  const withInitial = (row: Named) => `${firstOf(row)} ${initialOf(row)}.`;
  const [sharesFirst, sharesInitial, sharesName] = [
    count(firstOf),
    count(withInitial),
    count(fullName),
  ];
  return new Map(
    roll.map((row) => {
      const short = !sharesFirst(row)
        ? firstOf(row)
        : sharesInitial(row)
          ? `${firstOf(row)} ${endOf(row)}`
          : withInitial(row);
      return [row.student, { short, isNamesake: sharesName(row) }];
    }),
  );
}
