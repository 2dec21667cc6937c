import { Badge, CloseButton, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { classCode } from '#contract/class-name.ts';
import type { ConflictClass } from '#contract/marks.ts';
import { namesOfTeachers } from '#contract/timetable/further-names.ts';
import { weeksOf } from '#web/platform/week-names.ts';
import classes from './ConflictPanel.module.css';

/** The student's other classes (R-ROLL-5): the current one is green, the others orange. */
export function ConflictPanel({
  conflicts,
  titleId = 'conflict-title',
  dismiss,
  children,
}: {
  conflicts: ConflictClass[];
  titleId?: string;
  /** Where it stands over other things. */
  dismiss?: () => void;
  /** A link or button that solves the conflict here. */
  children?: ReactNode;
}) {
  if (conflicts.length === 0) return null;
  return (
    <section className={classes.panel} role="alert" aria-labelledby={titleId} tabIndex={0}>
      <div className={classes.title}>
        <Title order={2} size="h6" id={titleId}>
          You may be in the following class
        </Title>
        <Text size="sm">Contact Administrator or Send Student to right class.</Text>
        {children}
        {dismiss && (
          <CloseButton
            className={classes.close}
            aria-label="Close the student’s other classes"
            onClick={dismiss}
          />
        )}
      </div>
      {conflicts.map((card) => (
        <article
          key={card.id}
          className={classes.card}
          data-ongoing={card.currentClass || undefined}
        >
          <div className={classes.head}>
            <Text fw={650}>
              {card.subject.subject_name} ({classCode(card)})
            </Text>
            {card.currentClass && <Badge className={classes.ongoing}>Ongoing</Badge>}
          </div>
          <Text size="sm">
            {card.day_of_week} {card.start_time} – {card.end_time}
            {card.weeks !== null && `, ${weeksOf(card)}`}
          </Text>
          <Text size="sm">
            Classroom {card.classroom.room_number} · {namesOfTeachers(card)}
          </Text>
        </article>
      ))}
    </section>
  );
}
