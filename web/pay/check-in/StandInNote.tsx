import { Button, Text } from '@mantine/core';
import type { PayrollLog } from '#contract/pay/payroll.ts';
import { PersonName } from '#web/ui/PersonName.tsx';
import { useUser } from '#web/platform/SessionProvider.tsx';
import classes from './CheckIn.module.css';
import { canObject, useObjection } from './useObjection.ts';

/** The stand-in, with a button to object for the class's teacher. */
export function StandInNote({ log }: { log: PayrollLog }) {
  const { teacher_id } = useUser();
  const { object, busy } = useObjection();
  if (!log.stands_in) return null;
  return (
    <span className={classes.note}>
      <Text component="span" size="sm">
        Checked in by <PersonName of={log.teacher} />
        {log.contested_at && <strong className={classes.contested}>Contested</strong>}
      </Text>
      {canObject(log, teacher_id) && (
        <Button size="xs" variant="default" loading={busy} onClick={() => void object(log)}>
          This was me
        </Button>
      )}
    </span>
  );
}
