import { Alert } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Navigate, useSearch } from '@tanstack/react-router';
import { messages } from '../../../contract/messages.ts';
import type { RuleFaults } from '../../../contract/section.ts';
import { payrollLogs, payStates, type PayrollLog } from '../../../contract/payroll.ts';
import { api } from '../../app/api.ts';
import { useSession } from '../../app/SessionProvider.tsx';
import { PickerField, SelectField, TextAreaField, TextField } from '../../ui/form/fields.tsx';
import { ResourceForm } from '../../ui/form/ResourceForm.tsx';
import { LoadError } from '../../ui/LoadError.tsx';
import { choicesOf } from '../../ui/list/filter.ts';
import { hoursOf, longDate, moment, moneyOf, fullName } from '../../ui/names.ts';
import { PleaseWait } from '../../ui/PleaseWait.tsx';
import { sectionKey } from '../../ui/section.ts';
import { subjectTitle } from '../subjects/section.ts';
import { teacherPicker } from '../teachers/section.ts';
import { LineNotices } from './LineNotices.tsx';
import { LogHistory } from './LogHistory.tsx';
import { PayCodeField } from './PayCodeField.tsx';
import classes from './Portal.module.css';
import { missingPath, portalSection } from './section.ts';
import { askOverlap } from './useCorrection.ts';

const empty = { payroll_id: null, amount_need_to_be_paid: '', teacher_id: null, status: 'pending', reason: '' };
const valuesOf = (log: PayrollLog) => ({
  payroll_id: log.payroll?.id ?? null,
  amount_need_to_be_paid: log.amount_need_to_be_paid ?? '',
  teacher_id: log.teacher.id,
  status: log.status,
  reason: '',
});

/** Of a line that is completed. */
const reasonRule = ({ reason }: Record<string, unknown>): RuleFaults =>
  typeof reason === 'string' && reason.trim() ? {} : { reason: messages.required };

/** `timesheet-admin-portal/add?edit=`: what accounts corrects. Without `edit` it is today's classes that nobody checked in to. */
export function CheckInFormPage() {
  const { edit }: { edit?: string } = useSearch({ strict: false });
  const { today } = useSession().config;
  if (edit === undefined) return <Navigate to={missingPath} search={{ from_date: today, to_date: today }} replace />;
  return <CheckInForm key={edit} edit={edit} />;
}

function CheckInForm({ edit }: { edit: string }) {
  const { time_zone } = useSession().config;
  const found = useQuery({
    queryKey: sectionKey(portalSection, 'line', edit),
    queryFn: ({ signal }) => api.get<PayrollLog>(`attendance/payroll-logs/${encodeURIComponent(edit)}/`, { signal }),
    // What is being typed over must not change underneath.
    staleTime: Infinity,
    gcTime: 0,
  });
  if (found.isPending) return <PleaseWait />;
  if (found.isError) return <LoadError error={found.error} retry={() => void found.refetch()} />;
  const log = found.data;
  const locked = log.status === 'completed';
  return (
    <>
      <ResourceForm
        key={`${log.teacher.id} ${log.contested_at ?? ''}`}
        section={portalSection}
        schema={payrollLogs.patch}
        rule={locked ? reasonRule : undefined}
        empty={empty}
        valuesOf={valuesOf}
        added=""
        again={askOverlap}
        head={
          <>
            <dl className={`at-card ${classes.facts}`}>
              <Fact title="Class" value={`${subjectTitle(log.schedule)}, ${log.schedule.class_type}`} />
              <Fact title="Date" value={`${log.schedule.day_of_week}, ${longDate(log.date)}, ${log.schedule.start_time}–${log.schedule.end_time}`} />
              <Fact title="Teacher of the class" value={fullName(log.class_teacher)} />
              <Fact title="Checked in" value={moment(log.checked_in_at, time_zone)} />
              <Fact title="Hours" value={hoursOf(log.duration_of_schedule)} />
              <Fact title="Rate per hour, as recorded" value={moneyOf(log.rate ?? '0')} />
            </dl>
            <LineNotices log={log} decided={() => void found.refetch()} />
            {locked && (
              <Alert color="yellow" variant="outline" title="This check-in is completed and locked" mb="sm">
                Changing it, or making it pending again, takes a reason.
              </Alert>
            )}
          </>
        }
      >
        <PickerField name="teacher_id" label="Teacher" source={teacherPicker} description="Who is paid" />
        <PayCodeField log={log} />
        <TextField name="amount_need_to_be_paid" label="Amount" description="Follows the pay code until another is typed" />
        <SelectField name="status" label="Status" choices={choicesOf(payStates)} />
        <TextAreaField name="reason" label="Reason" optional={!locked} description="Kept in the history" />
      </ResourceForm>
      <LogHistory id={log.id} />
    </>
  );
}

function Fact({ title, value }: { title: string; value: string }) {
  return (
    <div>
      <dt>{title}</dt>
      <dd>{value}</dd>
    </div>
  );
}
