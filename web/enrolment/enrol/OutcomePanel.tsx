import { Alert, Text, Title } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { classSubject } from '#contract/class-name.ts';
import { messages } from '#contract/texts.ts';
import { weeklyTimeOf } from '#web/platform/week-names.ts';
import type { ConflictClass } from '#contract/marks.ts';
import { ConflictPanel } from '#web/school/ConflictPanel.tsx';
import classes from './Enrolment.module.css';
import { roomText, type Outcome } from './useEnrol.ts';

function Classes({ title, classes: given }: { title: string; classes: ConflictClass[] }) {
  if (given.length === 0) return null;
  return (
    <div>
      <Text fw={600} size="sm">
        {title}
      </Text>
      <ul className={classes.changes}>
        {given.map((it) => (
          <li key={it.id}>
            {classSubject(it)}, {weeklyTimeOf(it)}
          </li>
        ))}
      </ul>
    </div>
  );
}

/** The result or preview of an enrolment: students, conflicts, and rooms that are too small. */
export function OutcomePanel({ outcome }: { outcome: Outcome }) {
  const {
    results,
    fail,
    over_capacity,
    incomplete_rolls,
    preview,
    closes = [],
    opens = [],
  } = outcome;
  const already = results.filter(({ status }) => status === messages.alreadyEnrolled).length;
  const later = results.filter((row) => row.enrolled_from !== undefined);
  const panel = useRef<HTMLElement>(null);
  useEffect(() => {
    panel.current?.scrollIntoView({ block: 'start' });
    panel.current?.focus({ preventScroll: true });
  }, [outcome]);
  return (
    <section
      ref={panel}
      tabIndex={-1}
      className={`at-card ${classes.outcome}`}
      aria-labelledby="outcome-title"
    >
      <Title order={2} size="h5" id="outcome-title">
        {preview ? 'Preview: nothing is written yet' : 'Done'}
      </Title>
      <Text role="status">
        {results.length - already} {preview ? 'can be enrolled' : 'enrolled'}
        {already > 0 && `, ${already} already enrolled`}
        {fail.length > 0 && `, ${fail.length} cannot`}
      </Text>
      {later.map((row) => (
        <Text key={row.student_id} size="sm">
          {row.student_id} {row.name} begins on {row.enrolled_from}: the earlier time in this class
          ends the day before.
        </Text>
      ))}
      {incomplete_rolls.length > 0 && (
        <Alert
          color="yellow"
          variant="outline"
          title={preview ? 'Rolls that would become incomplete' : 'Rolls that are incomplete now'}
        >
          {incomplete_rolls.map(({ class_schedule, subject_code, date, students }) => (
            <Text key={`${class_schedule} ${date}`} size="sm">
              {subject_code}, {date}: {students} {students === 1 ? 'student' : 'students'} without a
              mark
            </Text>
          ))}
        </Alert>
      )}
      <Classes title="Ends" classes={closes} />
      <Classes title="Begins" classes={opens} />
      {over_capacity.length > 0 && (
        <Alert color="yellow" variant="outline" title="Above the room’s capacity">
          {over_capacity.map((room) => (
            <Text key={room.class_schedule} size="sm">
              {roomText(room)}
            </Text>
          ))}
        </Alert>
      )}
      {fail.map((one) => (
        <div key={one.student_id}>
          <Text fw={600} mb={4}>
            {one.student_id} {one.name}: {one.status}
          </Text>
          {one.class_schedules && (
            <ConflictPanel conflicts={one.class_schedules} titleId={`conflict-${one.student_id}`} />
          )}
        </div>
      ))}
    </section>
  );
}
