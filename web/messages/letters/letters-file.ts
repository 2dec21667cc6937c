import type { TextPaper } from '#web/ui/export/texts-pdf.ts';
import { textsPdf } from '#web/ui/export/texts-pdf.ts';
import { download, fileName } from '#web/ui/export/file.ts';

interface LettersFile {
  /** For the name of the file: "Certificates". */
  name: string;
  institute: string;
  today: string;
  letters: readonly TextPaper[];
  onProgress?: (text: string) => void;
}

/** Letters as one PDF, each from a new page on. */
export async function downloadLetters({
  name,
  institute,
  today,
  letters,
  onProgress,
}: LettersFile): Promise<void> {
  const pdf = await textsPdf({
    institute,
    today,
    papers: letters,
    onProgress: (done) => onProgress?.(`${done} of ${letters.length}`),
  });
  download(pdf.output('blob'), fileName({ title: name, today }, 'pdf'));
}
