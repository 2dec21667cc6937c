import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useLive } from '../../app/live.ts';
import { classQuery, rollQuery, type ClassOnDate } from './roll.ts';

const pollMs = 5000;

/** A class and its roll, kept current: by the live stream, and by asking again while that is down. */
export function useClassRoll(of: ClassOnDate) {
  const queries = useQueryClient();
  const connected = useLive(`attendance/live?class_schedule=${of.id}&date=${of.date}`, (first) => {
    void queries.invalidateQueries({ queryKey: rollQuery(of).queryKey });
    // A check-in is shown with the next event: the first reading was a moment ago.
    if (!first) void queries.invalidateQueries({ queryKey: ['check-in', of.id, of.date] });
  });
  const schedule = useQuery(classQuery(of.id));
  const roll = useQuery({ ...rollQuery(of), refetchInterval: connected ? false : pollMs });
  return { schedule, roll, connected };
}
