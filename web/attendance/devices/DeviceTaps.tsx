import { Stack, Text } from '@mantine/core';
import { modals } from '@mantine/modals';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Device } from '#contract/attendance/device.ts';
import { listDeviceTaps } from '#contract/attendance/devices.endpoints.ts';
import { request } from '#web/platform/api.ts';
import { useSession } from '#web/platform/SessionProvider.tsx';
import { moment } from '#web/ui/format.ts';
import { LoadError } from '#web/ui/LoadError.tsx';
import { Paging } from '#web/ui/list/Paging.tsx';
import { PleaseWait } from '#web/ui/PleaseWait.tsx';
import { GiveCardLink } from '#web/school/GiveCardLink.tsx';
import { devicesKey, outcomeTitles } from './text.ts';

/** Opens the taps of a device, the newest first. */
export function openTaps(device: Pick<Device, 'id' | 'name'>): void {
  const id = modals.open({
    title: `Taps at ${device.name}`,
    size: 'xl',
    children: <DeviceTaps device={device.id} close={() => modals.close(id)} />,
  });
}

function DeviceTaps({ device, close }: { device: number; close: () => void }) {
  const [page, setPage] = useState(1);
  const { time_zone } = useSession().config;
  const taps = useQuery({
    queryKey: [...devicesKey, device, 'taps', page],
    queryFn: ({ signal }) =>
      request(listDeviceTaps, {
        params: { id: device },
        query: { page },
        signal,
      }),
    placeholderData: (before) => before,
  });
  if (taps.isPending) return <PleaseWait />;
  if (taps.isError) return <LoadError error={taps.error} retry={() => void taps.refetch()} />;
  const { results, total } = taps.data;
  if (total === 0) return <Text role="status">No taps yet.</Text>;
  return (
    <Stack>
      <div className="at-scroll">
        <table className="at-table">
          <thead>
            <tr>
              <th>Time</th>
              <th>Who</th>
              <th>Card</th>
              <th>What it did</th>
            </tr>
          </thead>
          <tbody>
            {results.map((tap) => (
              <tr key={`${tap.generation} ${tap.sequence}`}>
                <td>{moment(tap.tapped_at, time_zone)}</td>
                <td>{tap.name}</td>
                <td>
                  {tap.card}
                  {tap.typed && ' (typed)'}
                </td>
                <td>
                  {outcomeTitles[tap.outcome]}{' '}
                  {tap.outcome === 'unknown' && tap.card !== null && !tap.typed && (
                    <GiveCardLink card={tap.card} onFollow={close} />
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <Paging page={page} total={total} shown={results.length} go={setPage} />
    </Stack>
  );
}
