import { Anchor, Group, Text, Title } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { payrollLogEndpoints } from '#contract/pay/payroll.endpoints.ts';
import { limits } from '#contract/limits.ts';
import { messages } from '#contract/texts.ts';
import type { PayrollLog } from '#contract/pay/payroll.ts';
import { request } from '#web/platform/api.ts';
import { useCan, useSession, useUser } from '#web/platform/SessionProvider.tsx';
import { useLivePlan } from '#web/platform/useLivePlan.ts';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { StatList } from '#web/ui/StatList.tsx';
import { LoadError } from '#web/ui/LoadError.tsx';
import { hoursOf, moneyOf } from '#web/ui/format.ts';
import { PleaseWait } from '#web/ui/PleaseWait.tsx';
import { PageHead } from '#web/ui/PageHead.tsx';
import { MissedClasses } from './MissedClasses.tsx';
import { formatPeriod } from './period.ts';
import { PeriodBar } from './PeriodBar.tsx';
import { StandIns } from './StandIns.tsx';
import { totalsOf } from './totals.ts';
import classes from './Timesheet.module.css';
import { TimesheetTable } from './TimesheetTable.tsx';
import { TimesheetTools } from './TimesheetTools.tsx';
import { TodayClasses } from './TodayClasses.tsx';
import { usePeriod } from './usePeriod.ts';
import { useWithdraw } from './useWithdraw.ts';

/** `mytimesheet?from=&to=`: a teacher's own check-ins and pay (R-PAY-7). */
export function TimesheetPage() {
  const { teacher_id } = useUser();
  return teacher_id === null ? <NoTeacher /> : <Timesheet teacher={teacher_id} />;
}

function Timesheet({ teacher }: { teacher: number }) {
  const { config } = useSession();
  const { name } = useUser();
  const [period, go] = usePeriod();
  const withdraw = useWithdraw();
  const query = {
    teacher,
    from_date: period.from,
    to_date: period.to,
    ordering: 'date',
    limit: limits.pickerRows,
  };
  const found = useQuery({
    queryKey: ['resource', 'payroll-logs', 'mine', query],
    queryFn: ({ signal }) => request(payrollLogEndpoints.list, { query, signal }),
    placeholderData: keepPreviousData,
  });
  // What accounts does with check-ins shows in the sums, too.
  useLivePlan(period.from, period.to, 'resource');
  const logs = (found.data?.results ?? []).toSorted((a, b) => inTime(a).localeCompare(inTime(b)));
  const sums = totalsOf(logs);
  const completed = logs.filter(({ status }) => status === 'completed').length;

  return (
    <div className={classes.page}>
      <Group justify="space-between" mt="xs">
        <Title order={1} size="h3">
          My Timesheet
          <span className="at-print">
            {' '}
            of {name}, {formatPeriod(period)}
          </span>
        </Title>
        <TimesheetTools logs={logs} title={`Timesheet of ${name}, ${formatPeriod(period)}`} />
      </Group>
      <StandIns />
      <TodayClasses teacher={teacher} />
      <PeriodBar period={period} today={config.today} go={go} />
      <MissedClasses teacher={teacher} period={period} />
      {found.isPending && <PleaseWait />}
      {found.isError && !found.data && (
        <LoadError error={found.error} retry={() => void found.refetch()} />
      )}
      {found.data && (
        <div className={`at-card ${classes.panel}`}>
          <StatList
            stats={[
              ['Check-ins', logs.length],
              ['Hours', hoursOf(sums.minutes)],
              ['Amount', moneyOf(sums.amount)],
              ['Pending', logs.length - completed],
              ['Completed', completed],
            ]}
          />
        </div>
      )}
      {found.data && logs.length === 0 && (
        <EmptyState title={messages.noDataAvailable}>
          <Text c="dimmed">No check-ins from {formatPeriod(period)}.</Text>
        </EmptyState>
      )}
      {found.data && found.data.total > logs.length && (
        <Text c="dimmed">
          The first {logs.length} of {found.data.total} are shown: choose fewer days.
        </Text>
      )}
      {logs.length > 0 && <TimesheetTable logs={logs} withdraw={(log) => void withdraw(log)} />}
      <div className={classes.signatures} aria-hidden="true">
        <p>{name}, date and signature</p>
        <p>Approved, date and signature</p>
      </div>
    </div>
  );
}

const inTime = ({ date, schedule, id }: PayrollLog): string =>
  `${date} ${schedule.start_time} ${String(id).padStart(12, '0')}`;

/** Shown to admin and account users who do not teach. */
function NoTeacher() {
  const can = useCan();
  return (
    <>
      <PageHead title="My Timesheet" />
      <EmptyState title={messages.noDataAvailable}>
        <Text c="dimmed">Timesheets are for teachers: your account is not linked to one.</Text>
        {can('Timesheet Admin Portal', 'read') && (
          <Anchor renderRoot={(props) => <Link {...props} to="/timesheet-admin-portal" />}>
            Everybody’s check-ins: Timesheet Admin Portal
          </Anchor>
        )}
      </EmptyState>
    </>
  );
}
