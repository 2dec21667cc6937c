import { Alert, Button, Group, Text } from '@mantine/core';
import { IconFilterOff } from '@tabler/icons-react';
import { mayFilterBy } from '#contract/filter-access.ts';
import { ApiError } from '#web/platform/api.ts';
import { useUser } from '#web/platform/SessionProvider.tsx';
import { LoadError } from '../LoadError.tsx';

interface ListErrorProps {
  title?: string;
  error: Error;
  retry: () => void;
  /** The filters that were sent. */
  filters: Readonly<Record<string, unknown>>;
  change: (without: Record<string, undefined>) => void;
}

/**
 * A list that could not be read. Where a filter of its address is not for the user, it says so and leads to the
 * list without it, which has other numbers (R-REPORT-4).
 */
export function ListError({ filters, change, ...failure }: ListErrorProps) {
  const { permissions } = useUser();
  const refused = Object.keys(filters).filter(
    (name) => Boolean(filters[name]) && !mayFilterBy(permissions, name),
  );
  const isRefused = failure.error instanceof ApiError && failure.error.status === 403;
  if (!isRefused || refused.length === 0) return <LoadError {...failure} />;
  const names = refused.join(' and ');
  return (
    <Alert
      color="red"
      variant="outline"
      icon={<IconFilterOff aria-hidden="true" />}
      title={`This page filters by ${names}, which you may not read`}
      m="md"
      role="alert"
    >
      <Group justify="space-between">
        <Text size="sm">Nothing is shown: without the filter it would have other numbers.</Text>
        <Button
          size="xs"
          variant="default"
          onClick={() => change(Object.fromEntries(refused.map((name) => [name, undefined])))}
        >
          Show it without the filter
        </Button>
      </Group>
    </Alert>
  );
}
