import { Button, Group, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { setMessageStop } from '#contract/messages/message-stops.endpoints.ts';
import type { MessageStop as Stop } from '#contract/messages/message-stop.ts';
import { request } from '#web/platform/api.ts';
import { asError } from '#web/platform/as-error.ts';
import { useSession } from '#web/platform/SessionProvider.tsx';
import { confirm } from '#web/ui/confirm.ts';
import { moment } from '#web/ui/format.ts';
import { toast } from '#web/ui/toasts.ts';
import { guardiansQuery } from '#web/school/guardians.ts';
import { messagesOfStudentQuery } from './queries.ts';

interface MessageStopProps {
  student: number;
  /** Null: the student's own address. */
  guardian: number | null;
  /** Who gets the messages, in words. */
  name: string;
  stopped: Stop | null;
}

/** Who stopped messages to a recipient, and when; sends them again, or stops them (R-MSG-8). */
export function MessageStop({ student, guardian, name, stopped }: MessageStopProps) {
  const { time_zone } = useSession().config;
  const queries = useQueryClient();
  async function change() {
    const yes = await confirm(
      stopped
        ? {
            title: `Send messages to ${name} again?`,
            text: 'Only where the recipient wants it.',
            yes: 'Send again',
          }
        : {
            title: `Stop messages to ${name}?`,
            text: 'Messages about absences and alerts are not sent any more.',
            yes: 'Stop',
          },
    );
    if (!yes) return;
    try {
      await request(setMessageStop, {
        params: { student },
        body: { guardian_id: guardian, stopped: stopped === null },
      });
    } catch (error) {
      toast('error', asError(error).message);
    }
    await Promise.all(
      [guardiansQuery(student), messagesOfStudentQuery(student)].map(({ queryKey }) =>
        queries.invalidateQueries({ queryKey }),
      ),
    );
  }
  return (
    <Group gap="xs" my={4}>
      {stopped && (
        <Text size="sm">
          Messages to {name} were stopped by {stopped.by ?? 'the recipient'},{' '}
          {moment(stopped.at, time_zone)}
        </Text>
      )}
      <Button variant="default" size="xs" onClick={() => void change()}>
        {stopped ? 'Send again' : `Stop messages to ${name}`}
      </Button>
    </Group>
  );
}
