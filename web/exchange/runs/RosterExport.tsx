import { Button, Text, Title } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { exportOneRoster } from '#contract/exchange/oneroster.endpoints.ts';
import { messages } from '#contract/texts.ts';
import { requestLargeFile } from '#web/platform/api.ts';
import { useCan, useSession } from '#web/platform/SessionProvider.tsx';
import { download } from '#web/ui/export/file.ts';
import { megabytesOf } from '#web/ui/export/megabytes.ts';
import { useDownload } from '#web/ui/export/useDownload.ts';

/**
 * The institute as a OneRoster archive (R-ROSTER-10), for who may export students.
 * @param isSought whether the search led here: the keyboard goes on at the button.
 */
export function RosterExport({ isSought }: { isSought: boolean }) {
  const { today } = useSession().config;
  const { busy, run } = useDownload();
  if (!useCan()('Students', 'export')) return null;
  const save = () =>
    void run(async (onProgress) => {
      const file = await requestLargeFile(exportOneRoster, {}, (bytes) =>
        onProgress(`${messages.fetching} ${megabytesOf(bytes)}`),
      );
      download(file, `oneroster-${today}.zip`);
    });
  return (
    <section aria-labelledby="roster-export">
      <Title order={2} size="h4" mt="lg" mb="xs" id="roster-export">
        Export
      </Title>
      <Text c="dimmed" mb="sm">
        All people, subjects, classes and enrolments as a ZIP file of OneRoster 1.2, which another
        system can read. Who gets the file reads names and addresses.
      </Text>
      <Button
        variant="default"
        loading={busy}
        autoFocus={isSought}
        leftSection={<IconDownload size={16} aria-hidden="true" />}
        onClick={save}
      >
        Export for another system (OneRoster)
      </Button>
    </section>
  );
}
