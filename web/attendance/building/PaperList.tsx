import type { PersonHere, PlaceOfPeople } from '#contract/attendance/building.ts';
import { isMissing } from '#contract/attendance/building-counts.ts';
import { fullName } from '#contract/person-name.ts';
import { presenceText, tickText } from './presence-text.ts';
import { groupsOf, type ShownPerson } from './shown.ts';
import classes from './Building.module.css';

interface PaperListProps {
  title: string;
  /** Lines below the title. */
  about: string;
  people: readonly PersonHere[];
  places: readonly PlaceOfPeople[];
  timeZone: string;
}

/** The list on paper: by room, in each those who are missing first. */
export function PaperList({ title, about, people, places, timeZone }: PaperListProps) {
  const all = people.map((person): ShownPerson => ({ ...person, isWaiting: false }));
  return (
    <div className={`at-print ${classes.paper}`}>
      <h1>{title}</h1>
      <p>{about}</p>
      {groupsOf(all, places, { filter: 'everybody', text: '' }).map((group) => (
        <table key={group.key}>
          <thead>
            <tr>
              <th colSpan={4}>
                {[group.title, group.about].filter(Boolean).join(', ')}
                {group.expected > 0 && `: ${group.accounted} of ${group.expected} accounted for`}
              </th>
            </tr>
          </thead>
          <tbody>
            {group.people
              .toSorted((a, b) => Number(isMissing(b)) - Number(isMissing(a)))
              .map((person) => (
                <tr key={person.number}>
                  <td>{person.accounted ? '☑' : '☐'}</td>
                  <td>
                    <b>{fullName(person)}</b>
                  </td>
                  <td>{person.student_id ?? 'Teacher'}</td>
                  <td>
                    {presenceText(person, timeZone)}
                    {person.accounted && ` · ${tickText(person, timeZone)}`}
                  </td>
                </tr>
              ))}
          </tbody>
        </table>
      ))}
    </div>
  );
}
