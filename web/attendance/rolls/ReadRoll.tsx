import { Button } from '@mantine/core';
import { IconUserX } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import dayjs from 'dayjs';
import type { RollRow } from '#contract/marks.ts';
import type { ClassSchedule } from '#contract/timetable/timetable.ts';
import { useCan, useSession } from '#web/platform/SessionProvider.tsx';
import type { ClassOnDate } from '#web/school/roll.ts';
import { MeetingBand } from '#web/timetable/public/MeetingBand.ts';
import { canBeTaken } from '#web/timetable/public/meeting-text.ts';
import { SignInSheetButton } from '#web/timetable/public/SignInSheetButton.ts';
import { ClassHeader } from './ClassHeader.tsx';
import { ClosedBand } from './ClosedBand.tsx';
import { HistoryButton } from './HistoryButton.tsx';
import { RollExport } from './RollExport.tsx';
import { RollTable } from './RollTable.tsx';
import { useRollView } from './useRollView.ts';
import { SummaryCard } from './SummaryCard.tsx';

const absenceDays = 120;
/** Who was absent in a class until a date, most often first. */
const absencesOf = ({ id, date }: ClassOnDate) => ({
  class_schedule: String(id),
  from_date: dayjs(date).subtract(absenceDays, 'day').format('YYYY-MM-DD'),
  to_date: date,
});

export interface RollProps {
  of: ClassOnDate;
  schedule: ClassSchedule;
  roll: RollRow[];
}

/** The roll in read-only mode; it leads to taking it where that is possible. */
export function ReadRoll({ of, schedule, roll }: RollProps) {
  const { config } = useSession();
  const can = useCan();
  const isTaken = canBeTaken(schedule);
  const views = useRollView();
  return (
    <>
      <ClassHeader of={schedule} date={of.date} today={config.today}>
        <HistoryButton of={of} />
        <SignInSheetButton of={of} />
        <Button
          variant="default"
          size="xs"
          leftSection={<IconUserX size={16} aria-hidden="true" />}
          renderRoot={(props) => <Link to="/absences" search={absencesOf(of)} {...props} />}
        >
          Absences
        </Button>
        {can('Timetables', 'export') && (
          <RollExport of={of} roll={roll} name={schedule.subject.subject_code} />
        )}
        {can('Attendance', 'add') && isTaken && (of.date <= config.today || config.development) && (
          <Button renderRoot={(props) => <Link to="/attendance/add" search={of} {...props} />}>
            Take attendance
          </Button>
        )}
      </ClassHeader>
      <MeetingBand of={schedule} date={of.date}>
        {!isTaken && (
          <span>
            {schedule.meeting?.archived
              ? 'The roll of an archived class can only be read.'
              : 'This class does not take place on this date: its roll can only be read.'}
          </span>
        )}
      </MeetingBand>
      <ClosedBand of={schedule} date={of.date} />
      <div className="at-card">
        <SummaryCard roll={roll} />
      </div>
      <RollTable roll={roll} of={of} views={views} />
    </>
  );
}
