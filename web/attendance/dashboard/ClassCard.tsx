import { Badge, Button, Group, Text, Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { percent } from '#contract/attendance/summary.ts';
import type { ClassSchedule } from '#contract/timetable/timetable.ts';
import { useCan, useSession, useUser } from '#web/platform/SessionProvider.tsx';
import { fullName } from '#web/ui/labels.ts';
import { CheckInButton } from '#web/pay/public/CheckInButton.ts';
import { RequestCheckIn } from '#web/pay/public/RequestCheckIn.ts';
import { MeetingMenu } from '#web/timetable/public/MeetingMenu.ts';
import { canBeTaken, isHeld, meetingText } from '#web/timetable/public/meeting-text.ts';
import classes from './Dashboard.module.css';
import { fullDay, semesterName } from '#web/ui/format.ts';

/** A class of the day with its totals and links to its roll. */
export function ClassCard({
  of,
  date,
  future,
}: {
  of: ClassSchedule;
  date: string;
  future: boolean;
}) {
  const can = useCan();
  const { teacher_id } = useUser();
  const { today } = useSession().config;
  // A relief teacher checks in on the roll; accounts enters forgotten check-ins.
  const own = teacher_id === null || teacher_id === of.teacher.id;
  const isEntered = date === today || (date < today && can('Timesheet Admin Portal', 'add'));
  const {
    total_students: total,
    total_present: present,
    total_absent: absent,
  } = of.today_students_stats;
  const search = { id: of.id, date };
  const held = isHeld(of);
  const open = canBeTaken(of);
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
          {of.subject.subject_name} <span className={classes.code}>{of.subject.subject_code}</span>
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
        <Fact title="Classroom" value={of.classroom.room_number} />
        <Fact title="Teacher" value={`${of.teacher.first_name} ${of.teacher.last_name}`} />
        <Fact title="Semester" value={semesterName(of.semester)} />
      </dl>
      <p className={classes.totals}>
        <span>
          <b>{total}</b> {total === 1 ? 'student' : 'students'}:{' '}
          <b data-tone="present">{present}</b> present, <b data-tone="absent">{absent}</b> absent
        </span>
        <span>{percent(present + absent, total)}% taken</span>
      </p>
      <Group gap="xs" mt="auto">
        {can('Attendance', 'add') &&
          open &&
          (future ? (
            <Button size="xs" disabled>
              Start
            </Button>
          ) : (
            <Button
              size="xs"
              renderRoot={(props) => <Link to="/attendance/add" search={search} {...props} />}
            >
              Start
            </Button>
          ))}
        {can('Attendance', 'read') &&
          (future ? (
            <Button size="xs" variant="default" disabled>
              View attendance
            </Button>
          ) : (
            <Button
              size="xs"
              variant="default"
              renderRoot={(props) => <Link to="/attendance/view" search={search} {...props} />}
            >
              View attendance
            </Button>
          ))}
        {(of.check_in || (open && own && isEntered)) && (
          <CheckInButton
            of={{ id: of.id, date, teacher: of.teacher }}
            state={of.check_in}
            who={of.checked_in_by ? fullName(of.checked_in_by) : undefined}
            size="xs"
          />
        )}
        {open && !of.check_in && of.period === 'passed' && total > 0 && (
          <Text size="sm" c="var(--at-warn)">
            No check-in
          </Text>
        )}
        {open && !of.check_in && teacher_id === of.teacher.id && date < today && total > 0 && (
          <RequestCheckIn
            of={{ id: of.id, date }}
            title={`${of.subject.subject_code}, ${fullDay(date)}, ${of.start_time}–${of.end_time}`}
          />
        )}
        {of.checked_in_by && of.checked_in_by.id !== of.teacher.id && (
          <Text size="sm">Checked in by {fullName(of.checked_in_by)}</Text>
        )}
      </Group>
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
