import { Alert, Button, Group, Text } from '@mantine/core';
import { handOverCheckIns } from '#contract/pay/payroll.endpoints.ts';
import type { PayrollLog } from '#contract/pay/payroll.ts';
import { PersonName } from '#web/ui/PersonName.tsx';
import { request } from '#web/platform/api.ts';
import { useSession } from '#web/platform/SessionProvider.tsx';
import { confirm } from '#web/ui/confirm.ts';
import { moment } from '#web/ui/format.ts';
import { fullName } from '#contract/person-name.ts';
import { sinceCheckIn } from '../timesheet/since-check-in.ts';
import { patchLog, useCorrection } from './useCorrection.ts';
import { useRecalculation } from './useRecalculation.ts';

/** Decisions about a line that accounts has to make. */
export function LineNotices({ log, decided }: { log: PayrollLog; decided: () => void }) {
  return (
    <>
      {log.contested_at && <Contested log={log} at={log.contested_at} decided={decided} />}
      {log.earlier_address && (
        <EarlierAddress log={log} address={log.earlier_address} decided={decided} />
      )}
      {sinceCheckIn(log).map((text) => (
        <Alert key={text} color="yellow" variant="outline" title={text} mb="sm">
          The check-in is for {log.duration_of_schedule} min. Correct the amount or withdraw the
          check-in where it should not be paid like this.
        </Alert>
      ))}
      {typeof log.minutes_now === 'number' && (
        <Recalculate log={log} minutes={log.minutes_now} decided={decided} />
      )}
    </>
  );
}

function Recalculate({
  log,
  minutes,
  decided,
}: {
  log: PayrollLog;
  minutes: number;
  decided: () => void;
}) {
  const { one, busy } = useRecalculation(decided);
  return (
    <Button size="xs" variant="default" mb="sm" loading={busy} onClick={() => one(log.id)}>
      Pay {minutes} min
    </Button>
  );
}

function Contested({ log, at, decided }: { log: PayrollLog; at: string; decided: () => void }) {
  const { time_zone } = useSession().config;
  const settle = useCorrection<{ teacher_id: number }>(patchLog(log.id), decided);
  return (
    <Alert color="yellow" variant="outline" title="Contested: who is paid?" mb="sm">
      <Text size="sm" mb="xs">
        {log.contested_by} objected on {moment(at, time_zone)}: the class was theirs, and{' '}
        <PersonName of={log.teacher} /> checked in as stand-in.
      </Text>
      <Group gap="xs">
        {[log.class_teacher, log.teacher].map((person) => (
          <Button
            key={person.id}
            size="xs"
            variant="default"
            loading={settle.isPending}
            onClick={() => settle.mutate({ teacher_id: person.id })}
          >
            Pay <PersonName of={person} />
          </Button>
        ))}
      </Group>
    </Alert>
  );
}

function EarlierAddress({
  log,
  address,
  decided,
}: {
  log: PayrollLog;
  address: string;
  decided: () => void;
}) {
  const name = fullName(log.teacher);
  const transfer = useCorrection<{ teacher_id: number }>(
    (body) => request(handOverCheckIns, { body }),
    decided,
  );
  async function handOver() {
    const question = {
      title: `Is it still ${name}?`,
      text: `All check-ins of ${name} from earlier addresses will show to the person who signs in with the current one.`,
      yes: 'The same person',
      no: 'Cancel',
    };
    if (await confirm(question)) transfer.mutate({ teacher_id: log.teacher.id });
  }
  return (
    <Alert
      color="yellow"
      variant="outline"
      title="From before the teacher’s e-mail changed"
      mb="sm"
    >
      <Text size="sm" mb="xs">
        This check-in belongs to {address}. The person who signs in with the current address does
        not see it until you confirm that it is the same person.
      </Text>
      <Button
        size="xs"
        variant="default"
        loading={transfer.isPending}
        onClick={() => void handOver()}
      >
        The same person
      </Button>
    </Alert>
  );
}
