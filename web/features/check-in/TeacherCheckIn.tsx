import { useQuery } from '@tanstack/react-query';
import type { List } from '../../../contract/fields.ts';
import type { PayrollLog } from '../../../contract/payroll.ts';
import { api } from '../../app/api.ts';
import { useMay } from '../../app/SessionProvider.tsx';
import { fullName } from '../../ui/names.ts';
import { CheckInButton } from './CheckInButton.tsx';
import { StandInNote } from './StandInNote.tsx';
import type { TaughtClass } from './useCheckIn.ts';

/** The check-in of the class whose roll is open. */
export function TeacherCheckIn({ of }: { of: TaughtClass }) {
  const may = useMay();
  const found = useQuery({
    queryKey: ['check-in', of.id, of.date],
    queryFn: ({ signal }) => api.get<List<PayrollLog>>('attendance/payroll-logs/', { query: { class_schedule: of.id, date: of.date }, signal }),
    enabled: may('My Timesheet', 'read'),
  });
  const log = found.data?.results[0];
  return (
    <>
      {log && <StandInNote log={log} />}
      <CheckInButton of={of} state={found.isPending ? undefined : (log?.status ?? null)} who={log && fullName(log.teacher)} />
    </>
  );
}
