import { Progress, Stack, Text } from '@mantine/core';

/** How far the upload is; what follows on the server shows as a bar that moves. */
export function Working({ what, percent }: { what: string; percent: number }) {
  return (
    <Stack py="xl" role="status">
      <Text>{what} …</Text>
      <Progress value={percent} animated={percent >= 100} size="lg" aria-label={what} />
    </Stack>
  );
}
