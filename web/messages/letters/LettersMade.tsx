import { Anchor } from '@mantine/core';
import { openInTab } from '#web/ui/export/file.ts';

/** Says that letters were made, with a button that opens their PDF to read and print it. */
export function LettersMade({ text, pdf }: { text: string; pdf: Blob }) {
  return (
    <>
      {text} and downloaded.{' '}
      <Anchor
        component="button"
        type="button"
        size="sm"
        underline="always"
        onClick={() => openInTab(pdf)}
      >
        Open PDF
      </Anchor>
    </>
  );
}
