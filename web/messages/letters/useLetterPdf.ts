import { getLetter } from '#contract/messages/letters.endpoints.ts';
import type { LetterRow } from '#contract/messages/letters.ts';
import { templateKinds } from '#contract/messages/template-kinds.ts';
import { dayOf } from '#contract/texts.ts';
import { request } from '#web/platform/api.ts';
import { useSession } from '#web/platform/SessionProvider.tsx';
import { useDownload } from '#web/ui/export/useDownload.ts';

/** Downloads the PDF of a letter as it was made (R-PAPER-2). */
export function useLetterPdf() {
  const { config } = useSession();
  const { busy, run } = useDownload();
  const save = ({ id, kind, made_at }: Pick<LetterRow, 'id' | 'kind' | 'made_at'>) =>
    void run(async () => {
      const [text, { downloadLetters }] = await Promise.all([
        request(getLetter, { params: { id } }),
        import('./letters-file.ts'),
      ]);
      await downloadLetters({
        name: templateKinds[kind].title,
        institute: config.title,
        today: dayOf(made_at, config.time_zone),
        letters: [text],
      });
    });
  return { busy, save };
}
