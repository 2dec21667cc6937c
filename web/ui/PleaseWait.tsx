import { Loader, Stack, Text } from '@mantine/core';

/** The placeholder of a page that is loading; shows an indicator after 300 ms. */
export function PleaseWait() {
  return (
    <div role="status" className="page-wait">
      <Stack align="center" gap="sm">
        <Loader aria-hidden="true" />
        <Text c="dimmed">Please Wait</Text>
      </Stack>
    </div>
  );
}
