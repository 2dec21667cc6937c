import { namesOfRooms } from '#contract/timetable/further-names.ts';
import { classCode } from '#contract/class-name.ts';
import { roomName } from '#contract/room-name.ts';
import { Badge, Group, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import type { ClassSchedule } from '#contract/timetable/timetable.ts';
import { TeacherNames } from '#web/school/TeacherNames.tsx';
import { BackButton } from '#web/ui/BackButton.tsx';
import { MeetingMenu } from '#web/timetable/public/MeetingMenu.ts';
import classes from './Attendance.module.css';
import { fullDay } from '#web/ui/format.ts';

interface ClassHeaderProps {
  of: ClassSchedule;
  date: string;
  today: string;
  children?: ReactNode;
}

/** The class with date, time and room, and its actions. */
export function ClassHeader({ of, date, today, children }: ClassHeaderProps) {
  return (
    <header className={classes.header}>
      <BackButton />
      <Group gap="xs" wrap="nowrap" className={classes.classTitle}>
        <span className={classes.dot} style={{ background: of.color_coding }} aria-hidden="true" />
        <Title order={1} size="h4">
          {of.subject.subject_name} <span className={classes.code}>{classCode(of)}</span>
        </Title>
        {of.currentClass && date === today && <Badge className={classes.ongoing}>Ongoing</Badge>}
      </Group>
      <Text size="sm" c="dimmed" className={classes.classDetails}>
        {fullDay(date)}, {of.start_time} – {of.end_time} · {of.class_type} ·{' '}
        {roomName(namesOfRooms(of))} · <TeacherNames of={of} />
      </Text>
      <div className={classes.headerActions}>
        {children}
        <MeetingMenu of={of} date={date} />
      </div>
    </header>
  );
}
