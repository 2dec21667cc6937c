import { useState } from 'react';
import { messages } from '#contract/texts.ts';
import { ApiError } from '#web/platform/api.ts';
import { useSession } from '#web/platform/SessionProvider.tsx';
import { toast, workingToast } from '../toasts.ts';
import type { ExportFile } from './file.ts';

/** Creates and downloads a file, with toasts for progress, success and errors. */
export function useDownload() {
  const { config } = useSession();
  const [busy, setBusy] = useState(false);

  /** @param make receives the function that shows its progress. */
  async function run(make: (onProgress: (text: string) => void) => Promise<void>) {
    setBusy(true);
    const finish = workingToast(messages.fetching);
    try {
      await make(finish);
      toast('success', messages.downloaded, 'shell');
    } catch (error) {
      console.error(error);
      toast(
        'error',
        error instanceof ApiError && error.status ? error.message : messages.downloadFailed,
      );
    } finally {
      finish();
      setBusy(false);
    }
  }

  /** Rows of a list as a CSV or a PDF. */
  async function save<Row>(
    format: 'csv' | 'pdf',
    file: Omit<ExportFile<Row>, 'institute' | 'today'>,
  ) {
    const whole = { ...file, institute: config.title, today: config.today };
    if (format === 'csv') (await import('./csv.ts')).downloadCsv(whole);
    else await (await import('./pdf.ts')).downloadPdf(whole);
  }

  return { busy, run, save };
}
