import { Anchor, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { explainEmptyRoll } from '#contract/attendance/attendance.endpoints.ts';
import { request } from '#web/platform/api.ts';
import { useCan } from '#web/platform/SessionProvider.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { reasonText } from './empty-roll.ts';
import type { ClassOnDate } from '#web/school/roll.ts';

/** Shows in place why a roll has no students, and links to enrolling them (R-ROLL-20). */
export function EmptyRoll({ of: { id, date } }: { of: ClassOnDate }) {
  const can = useCan();
  const { data } = useQuery({
    queryKey: ['empty-roll', id, date],
    queryFn: ({ signal }) =>
      request(explainEmptyRoll, { query: { class_schedule: id, date }, signal }),
  });
  return (
    <EmptyState title="No students in this class on this date">
      <Text c="dimmed">{data && reasonText(data)}</Text>
      {can('Enroll Student', 'add') && (
        <Anchor
          renderRoot={(props) => (
            <Link {...props} to="/enroll-by-schedule/add" search={{ id: String(id) }} />
          )}
        >
          Enrol students
        </Anchor>
      )}
    </EmptyState>
  );
}
