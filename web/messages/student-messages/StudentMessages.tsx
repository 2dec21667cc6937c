import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import {
  messageRecipients,
  studentMessageTitles,
} from '#contract/messages/student-message-terms.ts';
import { useSession } from '#web/platform/SessionProvider.tsx';
import { LoadError } from '#web/ui/LoadError.tsx';
import { longDate, moment } from '#web/ui/format.ts';
import { Nothing } from '#web/ui/Nothing.tsx';
import { MessageStop } from './MessageStop.tsx';
import { messagesOfStudentQuery } from './queries.ts';
import { aboutText, StateTag } from './resource.tsx';
import classes from './StudentMessages.module.css';

/** What was sent about a student's absences, the latest first (R-MSG-5). */
export function StudentMessages({ student }: { student: number }) {
  const { time_zone } = useSession().config;
  const found = useQuery(messagesOfStudentQuery(student));
  if (found.isPending) return <Text c="dimmed">Loading…</Text>;
  if (found.isError) return <LoadError error={found.error} retry={() => void found.refetch()} />;
  const { results, stopped } = found.data;
  const stop = (
    <MessageStop student={student} guardian={null} name="the student" stopped={stopped} />
  );
  if (results.length === 0)
    return (
      <>
        {stop}
        <Nothing />
      </>
    );
  return (
    <>
      {stop}
      <ul className={classes.list} aria-label="Messages">
        {results.map((message) => (
          <li key={message.id}>
            <strong>
              {studentMessageTitles[message.kind]}, {longDate(message.day)}
            </strong>
            <span>{aboutText(message)}</span>
            <StateTag state={message.state} />
            <small>
              {[
                messageRecipients[message.recipient],
                moment(message.ended_at ?? message.due_at, time_zone),
                message.reason,
              ]
                .filter(Boolean)
                .join(', ')}
            </small>
          </li>
        ))}
      </ul>
    </>
  );
}
