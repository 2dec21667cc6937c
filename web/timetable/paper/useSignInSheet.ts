import { useQueryClient } from '@tanstack/react-query';
import { useSession } from '#web/platform/SessionProvider.tsx';
import { useDownload } from '#web/ui/export/useDownload.ts';
import type { ClassOnDate } from '#web/school/roll.ts';

/** Downloads a sign-in sheet; what draws it is loaded then. */
export function useSignInSheet(of: ClassOnDate): { busy: boolean; save: () => void } {
  const queries = useQueryClient();
  const { title, today } = useSession().config;
  const { busy, run } = useDownload();
  const save = () =>
    void run(async () => {
      const { downloadSignInSheet } = await import('./sign-in-sheet.ts');
      await downloadSignInSheet(queries, of, { institute: title, today });
    });
  return { busy, save };
}
