import { Button } from '@mantine/core';
import { IconUserCheck } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { List } from '../../../contract/fields.ts';
import { messages } from '../../../contract/messages.ts';
import type { PayrollLog } from '../../../contract/payroll.ts';
import { api } from '../../app/api.ts';
import { useMay } from '../../app/SessionProvider.tsx';
import { toast } from '../../ui/toasts.ts';
import classes from './Attendance.module.css';
import type { ClassOnDate } from './roll.ts';

/** "Teacher Check-in" until somebody has; then disabled, pending red or completed green (spec §4). */
export function TeacherCheckIn({ of }: { of: ClassOnDate }) {
  const may = useMay();
  const queries = useQueryClient();
  const queryKey = ['check-in', of.id, of.date];
  const found = useQuery({
    queryKey,
    queryFn: ({ signal }) => api.get<List<PayrollLog>>('attendance/payroll-logs/', { query: { class_schedule: of.id, date: of.date }, signal }),
    enabled: may('My Timesheet', 'read'),
  });
  const checkIn = useMutation({
    mutationFn: () => api.post<PayrollLog>('attendance/payroll-logs/create/', { class_schedule: of.id, date: of.date }),
    onSuccess: () => toast('success', messages.checkedIn),
    onError: (error) => toast('error', error.message),
    onSettled: () => queries.invalidateQueries({ queryKey }),
  });
  const log = found.data?.results[0];
  const icon = <IconUserCheck size={18} aria-hidden="true" />;
  if (log) {
    const { teacher, status } = log;
    return (
      <Button
        disabled
        leftSection={icon}
        className={classes.checkedIn}
        data-state={status}
        title={`${teacher.first_name} ${teacher.last_name}, ${status}`}
      >
        {messages.checkedIn}
      </Button>
    );
  }
  if (!may('My Timesheet', 'add')) return null;
  return (
    <Button variant="default" leftSection={icon} loading={checkIn.isPending || found.isPending} onClick={() => checkIn.mutate()}>
      {messages.checkIn}
    </Button>
  );
}
