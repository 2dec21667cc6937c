import { Button, Menu, Text } from '@mantine/core';
import { IconHandStop, IconMailOpened, IconRefresh } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useMemo, useState } from 'react';
import { resendMessage, stopMessages } from '#contract/messages/student-messages.endpoints.ts';
import { outboxTitles } from '#contract/messages/student-message-terms.ts';
import type { OutboxRow } from '#contract/messages/student-messages.ts';
import { request } from '#web/platform/api.ts';
import { asError } from '#web/platform/as-error.ts';
import { useCan, useSession } from '#web/platform/SessionProvider.tsx';
import { AnchorLink } from '#web/ui/AnchorLink.tsx';
import { confirm } from '#web/ui/confirm.ts';
import { Dialog } from '#web/ui/Dialog.tsx';
import { ResourceList } from '#web/ui/list/ResourceList.tsx';
import { resourceKey } from '#web/ui/resource.ts';
import { toast } from '#web/ui/toasts.ts';
import { MessageSwitch } from './MessageSwitch.tsx';
import { waitingQuery } from './queries.ts';
import { outboxColumns, outboxFilters, outboxResource, studentOf } from './resource.tsx';
import classes from './StudentMessages.module.css';

const nameOf = (message: OutboxRow) =>
  `message to ${studentOf(message)}, ${outboxTitles[message.state].toLowerCase()}`;
/** The server says why any other one is not sent again. */
const mayRepeat = ({ state }: OutboxRow) =>
  state === 'bounced' || state === 'cancelled' || state === 'no_address';

/** Messages to students: the switch with its preview, and the outbox (R-MSG-4, R-MSG-5). */
export function MessagesPage() {
  const { time_zone } = useSession().config;
  const mayEdit = useCan()('Settings', 'edit');
  const [shown, setShown] = useState<OutboxRow | null>(null);
  const columns = useMemo(() => outboxColumns(time_zone), [time_zone]);
  const options = useCallback(
    (message: OutboxRow) => (
      <>
        {message.text && (
          <Menu.Item
            leftSection={<IconMailOpened size={16} aria-hidden="true" />}
            onClick={() => setShown(message)}
          >
            Open
          </Menu.Item>
        )}
        {mayEdit && mayRepeat(message) && <ResendItem message={message} />}
      </>
    ),
    [mayEdit],
  );
  const openText = (message: OutboxRow) => message.text && setShown(message);
  return (
    <>
      <ResourceList
        resource={outboxResource}
        columns={columns}
        defaultSort="-due_at"
        filters={outboxFilters}
        nameOf={nameOf}
        onlyShown
        rowOptions={options}
        onOpen={openText}
        whenEmpty={
          <Text c="dimmed" maw={560}>
            No message was sent or waits yet. Messages of absence go out by themselves while they
            are switched on. A warning letter is made on the{' '}
            <AnchorLink underline="always" to="/red-list-students">
              red list
            </AnchorLink>{' '}
            or on a student’s page.
          </Text>
        }
        actions={mayEdit && <StopButton />}
      >
        <MessageSwitch />
      </ResourceList>
      <Dialog
        opened={shown !== null}
        onClose={() => setShown(null)}
        title={shown?.text?.subject}
        size="lg"
      >
        <Text size="sm" c="dimmed" mb="sm">
          To {shown?.address}
        </Text>
        <Text className={classes.text}>{shown?.text?.body}</Text>
      </Dialog>
    </>
  );
}

function useRun() {
  const queries = useQueryClient();
  return async (work: () => Promise<string>) => {
    try {
      toast('success', await work(), 'shell');
    } catch (error) {
      toast('error', asError(error).message);
    }
    await queries.invalidateQueries({ queryKey: resourceKey(outboxResource) });
  };
}

function ResendItem({ message }: { message: OutboxRow }) {
  const run = useRun();
  return (
    <Menu.Item
      leftSection={<IconRefresh size={16} aria-hidden="true" />}
      onClick={() =>
        void run(async () => {
          await request(resendMessage, { params: { id: message.id } });
          return 'It is sent again if its absences still stand.';
        })
      }
    >
      Send again
    </Menu.Item>
  );
}

/** Stops what waits, while something does. */
function StopButton() {
  const run = useRun();
  const waiting = useQuery(waitingQuery).data?.total ?? 0;
  if (waiting === 0) return null;
  return (
    <Button
      variant="default"
      leftSection={<IconHandStop size={16} aria-hidden="true" />}
      onClick={() =>
        void confirm({
          title: 'Stop every message that waits?',
          text: 'They are listed as cancelled, and may be sent again one by one. Further absences are reported as before.',
          yes: 'Stop all',
          danger: true,
        }).then((yes) =>
          yes
            ? run(async () => {
                const { stopped } = await request(stopMessages);
                return stopped === 1 ? '1 message stopped' : `${stopped} messages stopped`;
              })
            : undefined,
        )
      }
    >
      Stop all
    </Button>
  );
}
