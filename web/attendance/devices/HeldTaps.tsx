import { Button, Group, Stack, Text } from '@mantine/core';
import { modals } from '@mantine/modals';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Device, DeviceTap } from '#contract/attendance/device.ts';
import { decideDeviceTaps, listDeviceTaps } from '#contract/attendance/devices.endpoints.ts';
import { request } from '#web/platform/api.ts';
import { asError } from '#web/platform/as-error.ts';
import { useSession } from '#web/platform/SessionProvider.tsx';
import { moment } from '#web/ui/format.ts';
import { LoadError } from '#web/ui/LoadError.tsx';
import { Paging } from '#web/ui/list/Paging.tsx';
import { PleaseWait } from '#web/ui/PleaseWait.tsx';
import { singlePress } from '#web/ui/single-press.ts';
import { afterDecisionMs } from '#web/ui/aimed-press.ts';
import { useSteadyRows } from '#web/ui/useSteadyRows.ts';
import { toast } from '#web/ui/toasts.ts';
import { devicesKey } from './text.ts';

interface HeldTapsProps {
  device: Pick<Device, 'id' | 'name'>;
  /** After a decision. */
  done: () => void;
}

/** Opens the held taps of a device, to be decided (R-DOOR-8). */
export function openHeldTaps(props: HeldTapsProps): void {
  modals.open({
    title: `Held taps of ${props.device.name}`,
    size: 'xl',
    children: <HeldTaps {...props} />,
  });
}

function HeldTaps({ device: { id }, done }: HeldTapsProps) {
  const [page, setPage] = useState(1);
  const [isBusy, setBusy] = useState(false);
  const taps = useQuery({
    queryKey: [...devicesKey, id, 'held', page],
    queryFn: ({ signal }) =>
      request(listDeviceTaps, { params: { id }, query: { page, held: 'true' }, signal }),
    placeholderData: (before) => before,
  });

  const steady = useSteadyRows<HTMLTableSectionElement>('tr', afterDecisionMs);

  async function decide(accept: boolean, only?: DeviceTap) {
    setBusy(true);
    try {
      const { decided, held } = await request(decideDeviceTaps, {
        params: { id },
        body: {
          accept,
          ...(only && { taps: [{ generation: only.generation, sequence: only.sequence }] }),
        },
      });
      const count = decided === 1 ? '1 tap' : `${decided} taps`;
      if (held > 0)
        toast(
          'error',
          `${count} accepted; ${held} could mark no student. They stay held: the card is unknown, no class of the student was open then, or its roll is closed.`,
        );
      else if (decided === 0) toast('error', 'Somebody else has decided');
      else toast('success', `${count} ${accept ? 'accepted' : 'dismissed'}`);
    } catch (error) {
      toast('error', asError(error).message);
    }
    setPage(1);
    await taps.refetch();
    setBusy(false);
    done();
  }

  if (taps.isPending) return <PleaseWait />;
  if (taps.isError) return <LoadError error={taps.error} retry={() => void taps.refetch()} />;
  const { results, total } = taps.data;
  if (total === 0) return <Text role="status">No tap is held any more.</Text>;
  return (
    <Stack>
      <Text>
        Made before the device was revoked, before it was added, or on a holiday, and sent later.
        Accepted ones mark their students with the time of the tap, as they would have then;
        dismissed ones mark no student.
      </Text>
      <Group>
        <Button disabled={isBusy} onClick={() => void decide(true)}>
          Accept all ({total})
        </Button>
        <Button variant="default" disabled={isBusy} onClick={() => void decide(false)}>
          Dismiss all
        </Button>
      </Group>
      <div className="at-scroll">
        <table className="at-table">
          <thead>
            <tr>
              <th>Time</th>
              <th>Who</th>
              <th>
                <span className="at-hidden">Decision</span>
              </th>
            </tr>
          </thead>
          <tbody {...steady}>
            {results.map((tap) => (
              <HeldTap
                key={`${tap.generation} ${tap.sequence}`}
                tap={tap}
                isBusy={isBusy}
                decide={(accept) => void decide(accept, tap)}
              />
            ))}
          </tbody>
        </table>
      </div>
      <Paging page={page} total={total} shown={results.length} go={setPage} />
    </Stack>
  );
}

interface HeldTapProps {
  tap: DeviceTap;
  isBusy: boolean;
  decide: (accept: boolean) => void;
}

function HeldTap({ tap, isBusy, decide }: HeldTapProps) {
  const { time_zone } = useSession().config;
  const who = tap.name ?? 'Unknown card';
  const at = moment(tap.tapped_at, time_zone);
  return (
    <tr>
      <td>{at}</td>
      <td>
        {who}
        <Text size="xs" c="dimmed">
          {tap.card}
          {tap.typed && ' (typed)'}
        </Text>
      </td>
      <td>
        <Group gap="xs" justify="flex-end">
          <Button
            size="compact-sm"
            disabled={isBusy}
            aria-label={`Accept ${who}, ${at}`}
            onClick={singlePress(() => decide(true))}
          >
            Accept
          </Button>
          <Button
            size="compact-sm"
            variant="default"
            disabled={isBusy}
            aria-label={`Dismiss ${who}, ${at}`}
            onClick={singlePress(() => decide(false))}
          >
            Dismiss
          </Button>
        </Group>
      </td>
    </tr>
  );
}
