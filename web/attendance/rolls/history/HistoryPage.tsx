import { Button, Text } from '@mantine/core';
import { IconPrinter } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useMemo } from 'react';
import type { RollRow } from '#contract/marks.ts';
import { undoMarks } from '#contract/attendance/attendance.endpoints.ts';
import { dayOf } from '#contract/texts.ts';
import type { ClassSchedule } from '#contract/timetable/timetable.ts';
import { request } from '#web/platform/api.ts';
import { useCan, useSession } from '#web/platform/SessionProvider.tsx';
import { confirm } from '#web/ui/confirm.ts';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { fullDay } from '#web/ui/format.ts';
import { LoadError } from '#web/ui/LoadError.tsx';
import { PleaseWait } from '#web/ui/PleaseWait.tsx';
import { toast } from '#web/ui/toasts.ts';
import { canBeTaken } from '#web/timetable/public/meeting-text.ts';
import { ClassHeader } from '../ClassHeader.tsx';
import { ClosedBand } from '../ClosedBand.tsx';
import { rollQuery, type ClassOnDate } from '#web/school/roll.ts';
import { ChosenRoll } from '../RollFrame.tsx';
import { RollTable } from '../RollTable.tsx';
import { SummaryCard } from '../SummaryCard.tsx';
import classes from './History.module.css';
import { rollHistoryQuery } from './queries.ts';
import { StepList } from './StepList.tsx';
import { secondsOf, titleOfStep } from './step-text.ts';
import { latestChanges, rollAt, type Step } from './steps.ts';

/** `attendance/history?id=&date=&at=`: the history of a roll, and the roll at an instant (R-ROLL-19). */
export function HistoryPage() {
  const { id, date } = useSearch({ from: '/attendance/history' });
  return (
    <ChosenRoll id={id} date={date}>
      {(of, schedule, roll) => <History of={of} schedule={schedule} roll={roll} />}
    </ChosenRoll>
  );
}

interface Props {
  of: ClassOnDate;
  schedule: ClassSchedule;
  roll: RollRow[];
}

function History({ of, schedule, roll }: Props) {
  const { at } = useSearch({ from: '/attendance/history' });
  const { config } = useSession();
  const navigate = useNavigate();
  const history = useQuery(rollHistoryQuery(of));
  const undo = useUndo(of, schedule);
  useRefetchWith(of, roll, schedule);
  const newestFirst = useMemo(() => history.data?.steps.toReversed() ?? [], [history.data]);
  const latest = useMemo(() => latestChanges(history.data?.changes ?? []), [history.data]);
  const shown = useMemo(
    () => (at === undefined ? roll : rollAt(roll, history.data?.changes ?? [], at)),
    [roll, history.data, at],
  );
  return (
    <>
      <ClassHeader of={schedule} date={of.date} today={config.today}>
        <Button
          className="at-screen"
          variant="default"
          size="xs"
          leftSection={<IconPrinter size={16} aria-hidden="true" />}
          onClick={() => window.print()}
        >
          Print
        </Button>
      </ClassHeader>
      <ClosedBand of={schedule} date={of.date} />
      <div className={classes.columns}>
        <section className="at-card at-screen" aria-label="History of the roll">
          {history.isPending && <PleaseWait />}
          {history.isError && !history.data && (
            <LoadError
              title="The history could not be loaded"
              error={history.error}
              retry={() => void history.refetch()}
            />
          )}
          {history.data && newestFirst.length === 0 && (
            <EmptyState title="Nothing was marked yet" />
          )}
          {newestFirst.length > 0 && (
            <StepList
              steps={newestFirst}
              date={of.date}
              at={at}
              choose={(instant) =>
                void navigate({
                  to: '/attendance/history',
                  search: { ...of, at: instant },
                  replace: true,
                })
              }
              latest={latest}
              undo={undo}
            />
          )}
        </section>
        <div className={classes.then}>
          <Text fw={600} role="status">
            {at === undefined ? 'As it is now' : asOf(at, config.time_zone)}
          </Text>
          <div className="at-card">
            <SummaryCard roll={shown} />
          </div>
          <RollTable roll={shown} of={of} />
        </div>
      </div>
    </>
  );
}

const asOf = (at: string, timeZone: string) =>
  `As it was on ${fullDay(dayOf(at, timeZone))} at ${secondsOf(at, timeZone)}`;

/** The history is read again when the roll has changed. */
function useRefetchWith(of: ClassOnDate, roll: RollRow[], schedule: ClassSchedule): void {
  const queries = useQueryClient();
  const { id, date } = of;
  useEffect(() => {
    const { queryKey } = rollHistoryQuery({ id, date });
    // The first reading is under way already.
    if (queries.getQueryData(queryKey)) void queries.invalidateQueries({ queryKey });
  }, [queries, id, date, roll, schedule]);
}

/** Undoes a step after a question; undefined where nothing can be undone. */
function useUndo(of: ClassOnDate, schedule: ClassSchedule) {
  const queries = useQueryClient();
  const can = useCan();
  const { mutate } = useMutation({
    mutationFn: ({ changes }: { step: Step; changes: number[] }) =>
      request(undoMarks, { body: { class_schedule: of.id, date: of.date, changes } }),
    onSuccess({ students, fail }, { step }) {
      const part =
        students.length < step.changes.length
          ? `${students.length} of ${step.changes.length} marks of `
          : '';
      toast('success', `Taken back: ${part}${titleOfStep(step)}`);
      const [first] = fail;
      if (first) toast('error', `${first.name ?? first.student_id}: ${first.status}`);
    },
    onError: (error) => toast('error', error.message),
    onSettled: () =>
      Promise.all(
        [rollHistoryQuery(of).queryKey, rollQuery(of).queryKey].map((queryKey) =>
          queries.invalidateQueries({ queryKey }),
        ),
      ),
  });
  if (!can('Attendance', 'delete') || !canBeTaken(schedule) || schedule.meeting?.roll_closed)
    return undefined;
  return (step: Step, changes: number[]) =>
    void confirm({
      title: 'Take this step back?',
      text: `${titleOfStep(step)}. The marks become what they were before; the history keeps both.`,
      yes: 'Take back',
      danger: true,
    }).then((yes) => yes && mutate({ step, changes }));
}
