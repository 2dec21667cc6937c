import { Alert, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getQrArrivals } from '#contract/attendance/qr.endpoints.ts';
import { PersonName } from '#web/ui/PersonName.tsx';
import { request } from '#web/platform/api.ts';

/** How often it is looked for others who share a browser while a class is under way. */
const againMs = 20_000;

interface SharedBrowsersBandProps {
  of: { id: number; date: string };
  /** Somebody came by QR code. */
  isUsed: boolean;
  isUnderWay: boolean;
}

/** Students who checked in with the browser of another student (R-QR-5). */
export function SharedBrowsersBand({ of, isUsed, isUnderWay }: SharedBrowsersBandProps) {
  const { data } = useQuery({
    queryKey: ['qr-arrivals', of.id, of.date],
    queryFn: ({ signal }) =>
      request(getQrArrivals, { query: { class_schedule: of.id, date: of.date }, signal }),
    enabled: isUsed,
    refetchInterval: isUnderWay ? againMs : false,
  });
  const sharing = data?.results.filter(({ shared_with }) => shared_with.length > 0) ?? [];
  if (sharing.length === 0) return null;
  return (
    <Alert color="yellow" variant="outline" role="status" title="Checked in with the same phone">
      {sharing.map((one) => (
        <Text key={one.student} size="sm">
          <PersonName of={one} /> ({one.student_id}): with {one.shared_with.join(', ')}
        </Text>
      ))}
      <Text size="sm">Look whether they are here: the code does not prove who holds a phone.</Text>
    </Alert>
  );
}
