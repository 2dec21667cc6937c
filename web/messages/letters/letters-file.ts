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

/** Downloads letters as one PDF, each from a new page on. @returns the PDF. */
export async function downloadLetters({
  name,
  institute,
  today,
  letters,
  onProgress,
}: LettersFile): Promise<Blob> {
  const pdf = await textsPdf({
    institute,
    today,
    papers: letters,
    onProgress: (done) => onProgress?.(`${done} of ${letters.length}`),
  });
  const file = pdf.output('blob');
  download(file, fileName({ title: name, today }, 'pdf'));
  return file;
}
