import { Button, Group, Text } from '@mantine/core';
import { IconCertificate, IconFileTypePdf } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { LetterRow } from '#contract/messages/letters.ts';
import { templateKinds } from '#contract/messages/template-kinds.ts';
import { useCan, useSession } from '#web/platform/SessionProvider.tsx';
import { AnchorLink } from '#web/ui/AnchorLink.tsx';
import { LoadError } from '#web/ui/LoadError.tsx';
import { PleaseWait } from '#web/ui/PleaseWait.tsx';
import { moment } from '#web/ui/format.ts';
import { Nothing } from '#web/ui/Nothing.tsx';
import { lettersQuery } from './queries.ts';
import { useLetterPdf } from './useLetterPdf.ts';

/** Who makes letters, and therefore sees those of a student. */
export function useSeesLetters(): boolean {
  const can = useCan();
  return can('Students', 'edit') || can('Red List Students', 'edit');
}

/** The letters and certificates of a student, opened again as they were made (R-PAPER-2). */
export function StudentLetters({ student, erased }: { student: number; erased: boolean }) {
  const letters = useQuery(lettersQuery(student));
  if (letters.isPending) return <PleaseWait />;
  if (letters.isError)
    return <LoadError error={letters.error} retry={() => void letters.refetch()} />;
  const { results, total } = letters.data;
  return (
    <>
      {!erased && <CertificateButton student={student} />}
      {results.length === 0 && <Nothing />}
      {results.length > 0 && (
        <ul className="at-rows" aria-label="Letters">
          {results.map((letter) => (
            <LetterItem key={letter.id} letter={letter} erased={erased} />
          ))}
        </ul>
      )}
      {total > results.length && (
        <Text size="sm" c="dimmed">
          The latest {results.length} of{' '}
          <AnchorLink size="sm" to="/all-letters" search={{ student: String(student) }}>
            {total} letters
          </AnchorLink>
        </Text>
      )}
    </>
  );
}

function CertificateButton({ student }: { student: number }) {
  if (!useCan()('Students', 'edit')) return null;
  return (
    <Group mt="xs">
      <Button
        size="xs"
        variant="default"
        leftSection={<IconCertificate size={16} aria-hidden="true" />}
        onClick={() =>
          void import('./open-letters.tsx').then(({ openLetters }) =>
            openLetters({ kind: 'certificate', students: [student] }),
          )
        }
      >
        New certificate
      </Button>
    </Group>
  );
}

function LetterItem({ letter, erased }: { letter: LetterRow; erased: boolean }) {
  const { config } = useSession();
  const { busy, save } = useLetterPdf();
  const title = templateKinds[letter.kind].title;
  return (
    <li>
      <div>
        <strong>
          {title}
          {letter.subject && `, ${letter.subject.subject_code}`}
        </strong>
        <span>
          {letter.number}, {moment(letter.made_at, config.time_zone)}, {letter.made_by}
        </span>
      </div>
      {!erased && (
        <Button
          size="compact-sm"
          variant="default"
          loading={busy}
          leftSection={<IconFileTypePdf size={16} aria-hidden="true" />}
          aria-label={`PDF of ${letter.number}`}
          onClick={() => save(letter)}
        >
          PDF
        </Button>
      )}
    </li>
  );
}
