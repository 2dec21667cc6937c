import { IconCheck } from '@tabler/icons-react';
import { memo } from 'react';
import { fullName } from '#contract/person-name.ts';
import { PersonName } from '#web/ui/PersonName.tsx';
import { StudentPhoto } from '#web/ui/StudentPhoto.tsx';
import { presenceText, tickText } from './presence-text.ts';
import type { ShownPerson } from './shown.ts';
import classes from './Building.module.css';

interface PersonRowProps {
  person: ShownPerson;
  /** Where a person was last, in a group that is no room. */
  place?: string | undefined;
  timeZone: string;
  /** Undefined without a roll call. */
  tick?: ((person: ShownPerson) => void) | undefined;
}

/** A person with photo, state and tick: the whole row is pressed. Memoised: a tick among thousands draws one. */
export const PersonRow = memo(function PersonRow({
  person,
  place,
  timeZone,
  tick,
}: PersonRowProps) {
  const name = fullName(person);
  const ticked = person.isWaiting ? 'not sent yet' : person.accounted && tickText(person, timeZone);
  const content = (
    <>
      <StudentPhoto student={{ name, profile_image: person.profile_image }} size={40} />
      <span className={classes.who}>
        <b className={classes.line}>
          <PersonName of={person} />
        </b>
        <small>
          {person.student_id ?? 'Teacher'}
          {place && ` · ${place}`}
        </small>
      </span>
      <span className={classes.state} data-state={person.state}>
        <span className={classes.line}>{presenceText(person, timeZone)}</span>
        {ticked && <small className={person.isWaiting ? classes.waiting : ''}>{ticked}</small>}
      </span>
      {tick && (
        <span className={classes.box} aria-hidden="true">
          {person.accounted && <IconCheck size={26} stroke={3} />}
        </span>
      )}
    </>
  );
  return (
    <li
      className={classes.person}
      data-person={person.number}
      data-student={person.student_id ?? undefined}
      data-accounted={tick ? person.accounted : undefined}
    >
      {tick ? (
        <button
          type="button"
          className={classes.press}
          aria-pressed={person.accounted}
          onClick={() => tick(person)}
        >
          {content}
        </button>
      ) : (
        <div className={classes.press}>{content}</div>
      )}
    </li>
  );
});
