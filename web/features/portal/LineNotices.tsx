import { Alert, Button, Group, Text } from '@mantine/core';
import type { PayrollLog } from '../../../contract/payroll.ts';
import { api } from '../../app/api.ts';
import { useSession } from '../../app/SessionProvider.tsx';
import { confirm } from '../../ui/confirm.ts';
import { fullName, moment } from '../../ui/names.ts';
import { patchLog, useCorrection } from './useCorrection.ts';

/** What accounts has to decide about a line, with the ways to decide it. */
export function LineNotices({ log, decided }: { log: PayrollLog; decided: () => void }) {
  return (
    <>
      {log.contested_at && <Contested log={log} at={log.contested_at} decided={decided} />}
      {log.earlier_address && <EarlierAddress log={log} address={log.earlier_address} decided={decided} />}
    </>
  );
}

function Contested({ log, at, decided }: { log: PayrollLog; at: string; decided: () => void }) {
  const { time_zone } = useSession().config;
  const settle = useCorrection<{ teacher_id: number }>(patchLog(log.id), decided);
  return (
    <Alert color="yellow" variant="outline" title="Contested: who is paid?" mb="sm">
      <Text size="sm" mb="xs">
        {log.contested_by} objected on {moment(at, time_zone)}: the class was theirs, and {fullName(log.teacher)} checked in as stand-in.
      </Text>
      <Group gap="xs">
        {[log.class_teacher, log.teacher].map((person) => (
          <Button key={person.id} size="xs" variant="default" loading={settle.isPending} onClick={() => settle.mutate({ teacher_id: person.id })}>
            Pay {fullName(person)}
          </Button>
        ))}
      </Group>
    </Alert>
  );
}

function EarlierAddress({ log, address, decided }: { log: PayrollLog; address: string; decided: () => void }) {
  const name = fullName(log.teacher);
  const hand = useCorrection<{ teacher_id: number }>((body) => api.post('attendance/payroll-logs/hand-over/', body), decided);
  async function handOver() {
    const question = {
      title: `Is it still ${name}?`,
      text: `All check-ins of ${name} from earlier addresses will show to whoever signs in with the present one.`,
      yes: 'The same person',
      no: 'Cancel',
    };
    if (await confirm(question)) hand.mutate({ teacher_id: log.teacher.id });
  }
  return (
    <Alert color="yellow" variant="outline" title="From before the teacher’s e-mail changed" mb="sm">
      <Text size="sm" mb="xs">
        This check-in belongs to {address}. Whoever signs in with the present address does not see it until you confirm that it is the same person.
      </Text>
      <Button size="xs" variant="default" loading={hand.isPending} onClick={() => void handOver()}>
        The same person
      </Button>
    </Alert>
  );
}
