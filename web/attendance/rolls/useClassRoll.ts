import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useLive } from '#web/platform/live.ts';
import { plansKey } from '../seating/queries.ts';
import { classQuery, rollQuery, useShowMarks, type ClassOnDate } from '#web/school/roll.ts';

const pollMs = 5000;

/**
 * A class and its roll, updated by the live stream, or by polling while it is down or the last read
 * has failed.
 */
export function useClassRoll(of: ClassOnDate) {
  const queries = useQueryClient();
  const showMarks = useShowMarks(of);
  const connected = useLive(
    { class_schedule: of.id, date: of.date },
    {
      marks: (marks) => void showMarks(marks),
      reload(first) {
        void queries.invalidateQueries({ queryKey: rollQuery(of).queryKey });
        void queries.invalidateQueries({ queryKey: plansKey(of.id) });
        // The class and its check-in are updated with the next event: they were just loaded.
        if (first) return;
        void queries.invalidateQueries({ queryKey: classQuery(of).queryKey });
        void queries.invalidateQueries({ queryKey: ['check-in', of.id, of.date] });
      },
      since: () => queries.getQueryData(rollQuery(of).queryKey)?.as_of,
    },
  );
  const schedule = useQuery(classQuery(of));
  const roll = useQuery({
    ...rollQuery(of),
    // The stream does not repeat changes that a failed read missed: the read is retried.
    refetchInterval: ({ state }) => (connected && state.status !== 'error' ? false : pollMs),
  });
  return { schedule, roll, connected };
}
