import { Badge, Group, Text, Title } from '@mantine/core';
import {
  namesOfRooms,
  namesOfTeachers,
  roomsOf,
  teachersOf,
} from '#contract/timetable/further-names.ts';
import { classCode } from '#contract/class-name.ts';
import { percent } from '#contract/attendance/summary.ts';
import { MeetingMenu } from '#web/timetable/public/MeetingMenu.ts';
import { isHeld, meetingText } from '#web/timetable/public/meeting-text.ts';
import { semesterName } from '#web/ui/format.ts';
import { ClassActions, type ClassOfDay } from './ClassActions.tsx';
import classes from './Dashboard.module.css';

/** A class of the day with its totals and links to its roll. */
export function ClassCard({ of, date, future }: ClassOfDay) {
  const {
    total_students: total,
    total_present: present,
    total_absent: absent,
  } = of.today_students_stats;
  const held = isHeld(of);
  const note = meetingText(of);
  return (
    <article
      className={`at-card ${classes.card}`}
      data-class={of.id}
      style={{ borderTopColor: of.color_coding }}
      data-ongoing={of.currentClass || undefined}
    >
      <Group justify="space-between" wrap="nowrap" align="flex-start">
        <Title order={3} size="h6">
          {of.subject.subject_name} <span className={classes.code}>{classCode(of)}</span>
        </Title>
        <Group gap={4} wrap="nowrap">
          {of.currentClass && <Badge className={classes.ongoing}>Ongoing</Badge>}
          <MeetingMenu of={of} date={date} />
        </Group>
      </Group>
      <Text fw={650} td={held ? undefined : 'line-through'}>
        {of.start_time} – {of.end_time}
      </Text>
      {note && (
        <Text size="sm" fw={600}>
          {note}
        </Text>
      )}
      <dl className={classes.facts}>
        <Fact title="Type" value={of.class_type} />
        <Fact
          title={roomsOf(of).length > 1 ? 'Classrooms' : 'Classroom'}
          value={namesOfRooms(of)}
        />
        <Fact
          title={teachersOf(of).length > 1 ? 'Teachers' : 'Teacher'}
          value={namesOfTeachers(of)}
        />
        <Fact title="Semester" value={semesterName(of.semester)} />
      </dl>
      <p className={classes.totals}>
        <span>
          <b>{total}</b> {total === 1 ? 'student' : 'students'}:{' '}
          <b data-tone="present">{present}</b> present, <b data-tone="absent">{absent}</b> absent
        </span>
        <span>{percent(present + absent, total)}% taken</span>
      </p>
      <ClassActions of={of} date={date} future={future} />
    </article>
  );
}

function Fact({ title, value }: { title: string; value: string | number }) {
  return (
    <div>
      <dt>{title}</dt>
      <dd>{value}</dd>
    </div>
  );
}
