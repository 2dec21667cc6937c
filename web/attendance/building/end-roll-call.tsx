import { useSyncExternalStore } from 'react';
import type { PlaceOfPeople } from '#contract/attendance/building.ts';
import { endRollCall } from '#contract/attendance/building.endpoints.ts';
import { request } from '#web/platform/api.ts';
import { confirm } from '#web/ui/confirm.ts';
import { counted } from '#web/ui/format.ts';
import { PersonName } from '#web/ui/PersonName.tsx';
import { toast } from '#web/ui/toasts.ts';
import type { Latest } from './latest.ts';
import { groupsOf, missingOf, type ShownPerson } from './shown.ts';
import classes from './Building.module.css';

/** People that the question names. */
const most = 100;

/** What the question says, as others go on ticking. */
interface Shown {
  people: readonly ShownPerson[];
  places: readonly PlaceOfPeople[];
  /** Ticks of this device that are not sent yet. */
  waiting: number;
}

/**
 * Asks with who is missing, and ends the roll call.
 * @returns whether it was ended.
 */
export async function askToEnd(id: number, shown: Latest<Shown>): Promise<boolean> {
  const isSure = await confirm({
    title: 'End the roll call?',
    text: <WhoIsMissing shown={shown} />,
    yes: 'End roll call',
    no: 'Go on',
    danger: missingOf(shown.get().people).length > 0,
  });
  if (!isSure) return false;
  try {
    await request(endRollCall, { params: { id } });
    return true;
  } catch (error) {
    toast('error', error instanceof Error ? error.message : String(error));
    return false;
  }
}

function WhoIsMissing({ shown }: { shown: Latest<Shown> }) {
  const { people, places, waiting } = useSyncExternalStore(shown.subscribe, shown.get);
  const missing = missingOf(people);
  return (
    <>
      <p role="status">
        <b>
          {missing.length
            ? `${counted(missing.length, 'person is', 'people are')} missing.`
            : 'Everybody is accounted for.'}
        </b>
      </p>
      {waiting > 0 && (
        <p>
          {counted(waiting, 'tick')} of this device {waiting === 1 ? 'is' : 'are'} not sent yet and
          would come too late.
        </p>
      )}
      <p>The list is stored as it is now. Later ticks change nothing.</p>
      {missing.length > 0 && (
        <div className={classes.missing} role="group" aria-label="Missing" tabIndex={0}>
          {groupsOf(missing.slice(0, most), places, { filter: 'missing', text: '' }).map(
            (group) => (
              <section key={group.key}>
                <h3>
                  {group.title} {group.about && <small>{group.about}</small>}
                </h3>
                <ul>
                  {group.people.map((person) => (
                    <li key={person.number}>
                      <PersonName of={person} /> {person.student_id ?? 'Teacher'}
                    </li>
                  ))}
                </ul>
              </section>
            ),
          )}
          {missing.length > most && <p>and {missing.length - most} more</p>}
        </div>
      )}
    </>
  );
}
