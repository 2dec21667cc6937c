import { Badge, Button, Group, Text, Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { percent } from '../../../contract/summary.ts';
import type { ClassSchedule } from '../../../contract/timetable.ts';
import { useMay, useSession, useUser } from '../../app/SessionProvider.tsx';
import { fullName } from '../../ui/names.ts';
import { CheckInButton } from '../check-in/CheckInButton.tsx';
import classes from './Dashboard.module.css';

/** One class of the day with its totals and the ways into its roll. */
export function ClassCard({ of, date, future }: { of: ClassSchedule; date: string; future: boolean }) {
  const may = useMay();
  const { teacher_id } = useUser();
  const { today } = useSession().config;
  // A relief teacher checks in where the roll is taken; accounts enters what was forgotten.
  const own = teacher_id === null || teacher_id === of.teacher.id;
  const open = date === today || (date < today && may('Timesheet Admin Portal', 'add'));
  const { total_students: total, total_present: present, total_absent: absent } = of.today_students_stats;
  const search = { id: of.id, date };
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
        {of.currentClass && <Badge className={classes.ongoing}>Ongoing</Badge>}
      </Group>
      <Text fw={650}>
        {of.start_time} – {of.end_time}
      </Text>
      <dl className={classes.facts}>
        <Fact title="Type" value={of.class_type} />
        <Fact title="Classroom" value={of.classroom.room_number} />
        <Fact title="Teacher" value={`${of.teacher.first_name} ${of.teacher.last_name}`} />
        <Fact title="Semester" value={`${of.semester.semester}, ${of.semester.year}`} />
      </dl>
      <p className={classes.totals}>
        <span>
          <b>{total}</b> students: <b data-tone="present">{present}</b> present, <b data-tone="absent">{absent}</b> absent
        </span>
        <span>{percent(present + absent, total)}% taken</span>
      </p>
      <Group gap="xs" mt="auto">
        {may('Attendance', 'add') &&
          (future ? (
            <Button size="xs" disabled>
              Start
            </Button>
          ) : (
            <Button size="xs" renderRoot={(props) => <Link to="/attendance/add" search={search} {...props} />}>
              Start
            </Button>
          ))}
        {may('Attendance', 'read') &&
          (future ? (
            <Button size="xs" variant="default" disabled>
              View attendance
            </Button>
          ) : (
            <Button size="xs" variant="default" renderRoot={(props) => <Link to="/attendance/view" search={search} {...props} />}>
              View attendance
            </Button>
          ))}
        {(of.check_in || (own && open)) && (
          <CheckInButton
            of={{ id: of.id, date, teacher: of.teacher }}
            state={of.check_in}
            who={of.checked_in_by ? fullName(of.checked_in_by) : undefined}
            size="xs"
          />
        )}
        {of.checked_in_by && of.checked_in_by.id !== of.teacher.id && <Text size="sm">Checked in by {fullName(of.checked_in_by)}</Text>}
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
