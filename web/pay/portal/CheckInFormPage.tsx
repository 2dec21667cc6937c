import { Alert } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Navigate, useSearch } from '@tanstack/react-router';
import { payrollLogEndpoints } from '#contract/pay/payroll.endpoints.ts';
import { messages } from '#contract/texts.ts';
import type { FieldErrors } from '#contract/resource.ts';
import { payrollLogs, payStates, type PayrollLog } from '#contract/pay/payroll.ts';
import { request } from '#web/platform/api.ts';
import { useSession } from '#web/platform/SessionProvider.tsx';
import { BackButton } from '#web/ui/BackButton.tsx';
import { PickerField, SelectField, TextAreaField, TextField } from '#web/ui/form/fields.tsx';
import { ResourceForm } from '#web/ui/form/ResourceForm.tsx';
import { LoadError } from '#web/ui/LoadError.tsx';
import { choicesOf } from '#web/ui/list/filter.ts';
import { longDate } from '#web/ui/format.ts';
import { capitalize } from '#web/ui/labels.ts';
import { PleaseWait } from '#web/ui/PleaseWait.tsx';
import { resourceKey } from '#web/ui/resource.ts';
import { teacherPicker } from '#web/school/teachers.ts';
import { PageHead } from '#web/ui/PageHead.tsx';
import { closingQuery } from './closing.ts';
import { ClosedUntil } from './ClosedUntil.tsx';
import { LineFacts } from './LineFacts.tsx';
import { LineNotices } from './LineNotices.tsx';
import { LogHistory } from './LogHistory.tsx';
import { PayCodeField } from './PayCodeField.tsx';
import { PayDifference } from './PayDifference.tsx';
import { missingPath, portalResource } from './resource.ts';
import { seenOf } from './seen.ts';
import { askToOverlap } from './useCorrection.ts';

const empty = {
  payroll_id: null,
  amount_need_to_be_paid: '',
  teacher_id: null,
  status: 'pending',
  reason: '',
};
const valuesOf = (log: PayrollLog) => ({
  payroll_id: log.payroll?.id ?? null,
  amount_need_to_be_paid: log.amount_need_to_be_paid ?? '',
  teacher_id: log.teacher.id,
  status: log.status,
  reason: '',
});

/** Only for a completed line. */
const reasonRule = ({ reason }: Record<string, unknown>): FieldErrors =>
  typeof reason === 'string' && reason.trim() ? {} : { reason: messages.required };

/**
 * `timesheet-admin-portal/add?edit=`: corrects a check-in. Without `edit`: today's classes without
 * a check-in.
 */
export function CheckInFormPage() {
  const { edit } = useSearch({ from: '/timesheet-admin-portal/add' });
  const { today } = useSession().config;
  if (edit === undefined)
    return <Navigate to={missingPath} search={{ from_date: today, to_date: today }} replace />;
  return <CheckInForm key={edit} edit={edit} />;
}

function CheckInForm({ edit }: { edit: string }) {
  const found = useQuery({
    queryKey: resourceKey(portalResource, 'line', edit),
    queryFn: ({ signal }) => request(payrollLogEndpoints.get, { params: { id: edit }, signal }),
    // The edited values must not change while typing.
    staleTime: Infinity,
    gcTime: 0,
  });
  const closing = useQuery(closingQuery);
  if (found.isPending || closing.isPending) return <PleaseWait />;
  if (found.isError) return <LoadError error={found.error} retry={() => void found.refetch()} />;
  const log = found.data;
  const closed = closing.data?.closed_until ?? '';
  const locked = log.status === 'completed';
  if (log.date <= closed) return <ClosedLine log={log} until={closed} />;
  return (
    <>
      <ResourceForm
        key={`${log.teacher.id} ${log.contested_at ?? ''} ${log.duration_of_schedule}`}
        resource={portalResource}
        schema={payrollLogs.patch}
        rule={locked ? reasonRule : undefined}
        empty={empty}
        valuesOf={valuesOf}
        added=""
        again={askToOverlap}
        beforeSave={() => Promise.resolve({ seen: seenOf(log) })}
        head={
          <>
            <LineFacts log={log} />
            <LineNotices log={log} decided={() => void found.refetch()} />
            {locked && (
              <Alert
                color="yellow"
                variant="outline"
                title="This check-in is completed and locked"
                mb="sm"
              >
                Changing it, or making it pending again, takes a reason.
              </Alert>
            )}
          </>
        }
      >
        <PickerField
          name="teacher_id"
          label="Teacher"
          source={teacherPicker}
          description="Who is paid"
        />
        <PayCodeField log={log} />
        <TextField
          name="amount_need_to_be_paid"
          label="Amount"
          description="Calculated from the pay code unless you enter another amount"
        />
        <PayDifference log={log} />
        <SelectField name="status" label="Status" choices={choicesOf(payStates, capitalize)} />
        <TextAreaField
          name="reason"
          label="Reason"
          optional={!locked}
          description="Recorded in the history"
        />
      </ResourceForm>
      <LogHistory id={log.id} />
    </>
  );
}

/** A line whose pay is closed: read-only (R-PAY-8). */
function ClosedLine({ log, until }: { log: PayrollLog; until: string }) {
  return (
    <>
      <PageHead title="Check-in">
        <BackButton />
      </PageHead>
      <LineFacts log={log} />
      <Alert
        color="yellow"
        variant="outline"
        title={`Pay is closed until ${longDate(until)}`}
        mb="sm"
      >
        Check-ins of these days do not change. Open the days again, with a reason, to correct one.
        <ClosedUntil proposed={null} />
      </Alert>
      <LogHistory id={log.id} />
    </>
  );
}
