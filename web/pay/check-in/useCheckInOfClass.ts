import { useQuery } from '@tanstack/react-query';
import { payrollLogEndpoints } from '#contract/pay/payroll.endpoints.ts';
import { request } from '#web/platform/api.ts';
import { useCan } from '#web/platform/SessionProvider.tsx';

/** The check-ins of a class on a date: of each of its teachers at most one, as far as the user may see them. */
export function useCheckInOfClass({ id, date }: { id: number; date: string }) {
  const can = useCan();
  return useQuery({
    queryKey: ['check-in', id, date],
    queryFn: ({ signal }) =>
      request(payrollLogEndpoints.list, { query: { class_schedule: id, date }, signal }),
    enabled: can('My Timesheet', 'read'),
  });
}
