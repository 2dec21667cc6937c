import { Fragment } from 'react';
import { teachersOf, type TaughtBy } from '#contract/timetable/further-names.ts';
import { PersonName } from '#web/ui/PersonName.tsx';

/** The names of all teachers of a class, each in its own direction of writing. */
export const TeacherNames = ({ of }: { of: TaughtBy }) =>
  teachersOf(of).map((teacher, at) => (
    <Fragment key={at}>
      {at > 0 && ', '}
      <PersonName of={teacher} />
    </Fragment>
  ));
