import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { classCode } from '#contract/class-name.ts';
import { roomInText } from '#contract/room-name.ts';
import { messages } from '#contract/texts.ts';
import { useOpenedDay } from '#web/platform/useOpenedDay.ts';
import { BackButton } from '#web/ui/BackButton.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { fullDay } from '#web/ui/format.ts';
import { LoadError } from '#web/ui/LoadError.tsx';
import { PageHead } from '#web/ui/PageHead.tsx';
import { PleaseWait } from '#web/ui/PleaseWait.tsx';
import { useClassRoll } from '../rolls/useClassRoll.ts';
import { PlanEditor } from './PlanEditor.tsx';
import { seatingPlanQuery, type PlanOf } from './queries.ts';

/** `attendance/seating-plan?id=&date=&room=`: makes and changes the seating plan of a class in a room (R-SEAT-2). */
export function SeatingPlanPage() {
  const { id, date, room } = useSearch({ from: '/attendance/seating-plan' });
  const opened = useOpenedDay(id);
  return (
    <>
      {id === undefined ? (
        <>
          <Head />
          <EmptyState title={messages.selectSchedule} />
        </>
      ) : (
        <PlanOfClass of={{ id, date: date ?? opened, room }} />
      )}
    </>
  );
}

const Head = ({ room }: { room?: string }) => (
  <PageHead title={room === undefined ? 'Seating plan' : `Seating plan of ${roomInText(room)}`}>
    <BackButton />
  </PageHead>
);

function PlanOfClass({ of }: { of: PlanOf }) {
  const navigate = useNavigate();
  const { schedule, roll } = useClassRoll(of);
  const plan = useQuery({
    ...seatingPlanQuery(of),
    refetchOnMount: 'always',
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
  const failed = [schedule, roll, plan].find(({ data, error }) => !data && error);
  if (failed?.error)
    return (
      <>
        <Head />
        <LoadError
          title="The seating plan could not be read."
          error={failed.error}
          retry={() => void failed.refetch()}
        />
      </>
    );
  const isRead = plan.isFetchedAfterMount && roll.data && schedule.data;
  if (!isRead || !plan.data) return <PleaseWait />;
  const { subject, start_time, end_time } = schedule.data;
  return (
    <>
      <Head room={plan.data.classroom.room_number} />
      <Text size="sm" c="dimmed" mb="xs">
        {subject.subject_name} ({classCode(schedule.data)}) · {fullDay(of.date)}, {start_time} –{' '}
        {end_time}
      </Text>
      <PlanEditor
        key={`${of.id} ${of.date} ${of.room ?? ''}`}
        of={of}
        plan={plan.data}
        students={roll.data.results}
        choose={(next) =>
          void navigate({ to: '/attendance/seating-plan', search: { ...of, room: next } })
        }
      />
    </>
  );
}
