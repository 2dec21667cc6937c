import { Alert, Button, Group, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { decideHeldMarks, listHeldMarks } from '#contract/attendance/attendance.endpoints.ts';
import type { HeldMark } from '#contract/attendance/held-mark.ts';
import { messages, timeOfDay } from '#contract/texts.ts';
import { useEffect, useRef } from 'react';
import { request } from '#web/platform/api.ts';
import { useCan, useSession } from '#web/platform/SessionProvider.tsx';
import { fullName } from '#contract/person-name.ts';
import { singlePress } from '#web/ui/single-press.ts';
import { afterDecisionMs } from '#web/ui/aimed-press.ts';
import { useSteadyRows } from '#web/ui/useSteadyRows.ts';
import { toast } from '#web/ui/toasts.ts';
import classes from './Attendance.module.css';
import { rollQuery, type ClassOnDate } from '#web/school/roll.ts';

const keyOf = ({ id, date }: ClassOnDate) => ['held-marks', id, date];

/** What the marks met, by what the roll is now; it may have been opened again since. */
const met = {
  closed: 'the roll was closed',
  archived: 'the class was archived',
  any: 'the roll was closed, or its class archived,',
};

interface HeldMarksProps {
  of: ClassOnDate;
  why?: keyof typeof met;
}

/** Marks that waited for the network and met this roll closed or archived, until they are decided (R-ROLL-25). */
export default function HeldMarks({ of, why = 'any' }: HeldMarksProps) {
  const queries = useQueryClient();
  const { time_zone } = useSession().config;
  const mayDecide = useCan()('Attendance', 'teacherFilter');
  const { data } = useQuery({
    queryKey: keyOf(of),
    queryFn: ({ signal }) =>
      request(listHeldMarks, { query: { class_schedule: of.id, date: of.date }, signal }),
  });
  useFollowRoll(of);
  const steady = useSteadyRows<HTMLUListElement>('li', afterDecisionMs);
  const decide = useMutation({
    mutationFn: (body: { ids: number[]; accept: boolean }) => request(decideHeldMarks, { body }),
    onSuccess({ results, fail }, { accept }) {
      for (const { student_id, status } of fail) toast('error', `${student_id}: ${status}`);
      // Accepted, and yet the student's mark is another one.
      const without = results.filter(({ status }) => accept && !writing.has(status));
      for (const { student_id, status } of without)
        toast('information', `${student_id}: ${status}. Nothing was changed.`);
      const written = results.length - without.length;
      const count = written === 1 ? '1 mark' : `${written} marks`;
      if (written > 0) toast('success', `${count} ${accept ? 'accepted' : 'dismissed'}`);
    },
    onError: (error) => toast('error', error.message),
    onSettled: () =>
      Promise.all([
        queries.invalidateQueries({ queryKey: keyOf(of) }),
        queries.invalidateQueries({ queryKey: rollQuery(of).queryKey }),
      ]),
  });
  if (!data?.total) return null;
  const { results, total } = data;
  const ids = results.map(({ id }) => id);
  return (
    <Alert
      color="orange"
      variant="outline"
      role="status"
      title={total === 1 ? '1 mark is held' : `${total} marks are held`}
    >
      <Text size="sm">
        {total === 1 ? 'It' : 'They'} waited for the network, and {met[why]} meanwhile.{' '}
        {mayDecide
          ? 'Accepted marks count from when they were made.'
          : `An administrator accepts or dismisses ${total === 1 ? 'it' : 'them'}.`}
      </Text>
      {mayDecide && results.length > 1 && (
        <Group gap="xs" my="xs">
          <Button
            size="xs"
            disabled={decide.isPending}
            onClick={() => decide.mutate({ ids, accept: true })}
          >
            Accept all ({results.length})
          </Button>
          <Button
            size="xs"
            variant="default"
            disabled={decide.isPending}
            onClick={() => decide.mutate({ ids, accept: false })}
          >
            Dismiss all
          </Button>
        </Group>
      )}
      <ul className={classes.refused} tabIndex={0} aria-label="Held marks" {...steady}>
        {results.map((mark) => (
          <li key={mark.id}>
            <div>
              <Text size="sm" fw={600}>
                {textOf(mark)}
              </Text>
              <Text size="sm">
                {timeOfDay(mark.made_at, time_zone)}
                {mark.made_by && `, ${mark.made_by}`}
              </Text>
            </div>
            {mayDecide && (
              <Group gap="xs">
                {[true, false].map((accept) => (
                  <Button
                    key={String(accept)}
                    size="xs"
                    variant="default"
                    disabled={decide.isPending}
                    aria-label={`${accept ? 'Accept' : 'Dismiss'}: ${textOf(mark)}`}
                    onClick={singlePress(() => decide.mutate({ ids: [mark.id], accept }))}
                  >
                    {accept ? 'Accept' : 'Dismiss'}
                  </Button>
                ))}
              </Group>
            )}
          </li>
        ))}
      </ul>
    </Alert>
  );
}

/** The server answers an accepted mark with one of these texts where it has written it. */
const writing = new Set<string>([messages.marked, messages.deleted]);

/** Held marks change with their roll, which the live stream, polling and the own queue keep up to date. */
function useFollowRoll({ id, date }: ClassOnDate): void {
  const queries = useQueryClient();
  // The page reads the roll: here its reads are only followed.
  const { dataUpdatedAt } = useQuery({ ...rollQuery({ id, date }), enabled: false });
  const followed = useRef(dataUpdatedAt);
  useEffect(() => {
    if (followed.current === dataUpdatedAt) return;
    followed.current = dataUpdatedAt;
    void queries.invalidateQueries({ queryKey: keyOf({ id, date }) });
  }, [queries, id, date, dataUpdatedAt]);
}

const textOf = ({ student, status, from_status }: HeldMark): string =>
  `${fullName(student)}: ${status}${from_status ? ` (was ${from_status})` : ''}`;
