import { Badge, Group, Text, Title } from '@mantine/core';
import dayjs from 'dayjs';
import type { ReactNode } from 'react';
import type { ClassSchedule } from '../../../contract/timetable.ts';
import { BackButton } from '../../ui/BackButton.tsx';
import classes from './Attendance.module.css';

interface ClassHeaderProps {
  of: ClassSchedule;
  date: string;
  today: string;
  children?: ReactNode;
}

/** Which class this is, when and where, with what one can do. */
export function ClassHeader({ of, date, today, children }: ClassHeaderProps) {
  return (
    <header className={classes.header}>
      <BackButton />
      <Group justify="space-between" align="flex-start">
        <div>
          <Group gap="xs">
            <span className={classes.dot} style={{ background: of.color_coding }} aria-hidden="true" />
            <Title order={1} size="h3">
              {of.subject.subject_name} <span className={classes.code}>{of.subject.subject_code}</span>
            </Title>
            {of.currentClass && date === today && <Badge className={classes.ongoing}>Ongoing</Badge>}
          </Group>
          <Text size="sm" c="dimmed">
            {dayjs(date).format('dddd D MMMM YYYY')}, {of.start_time} – {of.end_time} · {of.class_type} · Room {of.classroom.room_number} ·{' '}
            {of.teacher.first_name} {of.teacher.last_name}
          </Text>
        </div>
        <Group gap="xs">{children}</Group>
      </Group>
    </header>
  );
}
