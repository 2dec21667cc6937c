import { Button } from '@mantine/core';
import { IconMessageQuestion } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { listMissingCheckIns } from '#contract/pay/payroll.endpoints.ts';
import { request } from '#web/platform/api.ts';
import { resourceKey } from '#web/ui/resource.ts';
import { missingPath, missingResource } from './resource.ts';

const query = { requested: 'true', limit: 1 };

/** A link to requested check-ins of any period; hidden without any. */
export function RequestsLink() {
  const found = useQuery({
    queryKey: resourceKey(missingResource, 'requested'),
    queryFn: ({ signal }) => request(listMissingCheckIns, { query, signal }),
  });
  const total = found.data?.total ?? 0;
  if (total === 0) return null;
  return (
    <Button
      variant="light"
      leftSection={<IconMessageQuestion size={16} aria-hidden="true" />}
      renderRoot={(props) => <Link {...props} to={missingPath} search={{ requested: 'true' }} />}
    >
      {total} check-in {total === 1 ? 'request' : 'requests'}
    </Button>
  );
}
