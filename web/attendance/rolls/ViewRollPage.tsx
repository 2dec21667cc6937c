import { Button } from '@mantine/core';
import { IconUserX } from '@tabler/icons-react';
import { Link, useSearch } from '@tanstack/react-router';
import dayjs from 'dayjs';
import { useCan, useSession } from '#web/platform/SessionProvider.tsx';
import { MeetingBand } from '#web/timetable/public/MeetingBand.ts';
import { canBeTaken } from '#web/timetable/public/meeting-text.ts';
import { SignInSheetButton } from '#web/timetable/public/SignInSheetButton.ts';
import { ClosedBand } from './ClosedBand.tsx';
import { ClassHeader } from './ClassHeader.tsx';
import { HistoryButton } from './HistoryButton.tsx';
import type { ClassOnDate } from '#web/school/roll.ts';
import { ChosenRoll } from './RollFrame.tsx';
import { RollExport } from './RollExport.tsx';
import { RollTable } from './RollTable.tsx';
import { SummaryCard } from './SummaryCard.tsx';

const absenceDays = 120;
/** Who was absent in a class until a date, most often first. */
const absencesOf = ({ id, date }: ClassOnDate) => ({
  class_schedule: String(id),
  from_date: dayjs(date).subtract(absenceDays, 'day').format('YYYY-MM-DD'),
  to_date: date,
});

/** `attendance/view?id=&date=`: the roll in read-only mode. */
export function ViewRollPage() {
  const { id, date } = useSearch({ from: '/attendance/view' });
  const { config } = useSession();
  const can = useCan();
  return (
    <ChosenRoll id={id} date={date}>
      {(of, schedule, roll) => (
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
            {can('Attendance', 'add') &&
              canBeTaken(schedule) &&
              (of.date <= config.today || config.development) && (
                <Button
                  renderRoot={(props) => <Link to="/attendance/add" search={of} {...props} />}
                >
                  Take attendance
                </Button>
              )}
          </ClassHeader>
          <MeetingBand of={schedule} date={of.date} />
          <ClosedBand of={schedule} date={of.date} />
          <div className="at-card">
            <SummaryCard roll={roll} />
          </div>
          <RollTable roll={roll} date={of.date} />
        </>
      )}
    </ChosenRoll>
  );
}
