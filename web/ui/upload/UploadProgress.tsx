import { Progress, Stack, Text } from '@mantine/core';

/** The progress of the upload; animated while the server works. */
export function UploadProgress({ label, percent }: { label: string; percent: number }) {
  return (
    <Stack py="xl" role="status">
      <Text>{label} …</Text>
      <Progress value={percent} animated={percent >= 100} size="lg" aria-label={label} />
    </Stack>
  );
}
