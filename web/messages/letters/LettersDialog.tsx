import { Alert, Button, Group, Text } from '@mantine/core';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { isDate } from '#contract/dates.ts';
import type { MadeLetters } from '#contract/messages/letters.ts';
import { ApiError } from '#web/platform/api.ts';
import { useSession } from '#web/platform/SessionProvider.tsx';
import { PleaseWait } from '#web/ui/PleaseWait.tsx';
import { toast, workingToast } from '#web/ui/toasts.ts';
import { serverErrorMessages } from '#web/ui/form/server-errors.ts';
import { countOf, maxLetters, sendLetters, type LetterChoice, type Period } from './choice.ts';
import { LetterPaper } from './LetterPaper.tsx';
import { LettersMade } from './LettersMade.tsx';
import classes from './Letters.module.css';
import { PeriodFields } from './PeriodFields.tsx';
import { lettersKey } from './queries.ts';

interface LettersDialogProps {
  choice: LetterChoice;
  close: () => void;
  /** After they were made. */
  done: () => void;
}

const words = {
  certificate: { one: 'certificate', many: 'certificates', file: 'Certificates' },
  intention_letter: {
    one: 'letter of intention to report',
    many: 'letters of intention to report',
    file: 'Intention to report',
  },
  warning_letter: { one: 'warning letter', many: 'warning letters', file: 'Warning letters' },
};

const messageOf = (error: Error): string =>
  error instanceof ApiError && error.status === 400 && !('detail' in error.body)
    ? serverErrorMessages(error.body, false).join(' ')
    : error.message;

/** Shows what the letters will say, then makes and downloads them (R-PAPER-2). */
export function LettersDialog({ choice, close, done }: LettersDialogProps) {
  const { config } = useSession();
  const queries = useQueryClient();
  const [period, setPeriod] = useState<Period>({ semester: null, from: '', to: config.today });
  const { one, many, file } = words[choice.kind];
  const isComplete =
    choice.kind !== 'certificate' ||
    period.semester !== null ||
    (isDate(period.from) && isDate(period.to));
  const isTooMany = countOf(choice) > maxLetters;
  const preview = useQuery({
    queryKey: ['letters-preview', choice, period],
    queryFn: ({ signal }) => sendLetters(choice, period, { preview: true, signal }),
    enabled: isComplete && !isTooMany,
    placeholderData: keepPreviousData,
    gcTime: 0,
    retry: false,
  });
  const make = useMutation({
    mutationFn: async () => {
      const finish = workingToast('Creating letters…');
      try {
        const made = await sendLetters(choice, period, {});
        const { downloadLetters } = await import('./letters-file.ts');
        const pdf = await downloadLetters({
          name: file,
          institute: config.title,
          today: config.today,
          letters: made.letters,
          onProgress: finish,
        });
        return { total: made.total, pdf };
      } finally {
        finish();
      }
    },
    onSuccess: ({ total, pdf }) => {
      toast(
        'success',
        <LettersMade text={`${total} ${total === 1 ? one : many} created`} pdf={pdf} />,
      );
      done();
    },
    onError: (error) => toast('error', messageOf(error)),
    onSettled: () => queries.invalidateQueries({ queryKey: lettersKey }),
  });
  const total = preview.data?.total ?? 0;
  const isReady = isComplete && preview.isSuccess && !preview.isPlaceholderData && total > 0;
  return (
    <div className={classes.dialog}>
      {choice.kind === 'certificate' && <PeriodFields period={period} onChange={setPeriod} />}
      {isTooMany && (
        <Alert color="red" variant="outline" role="alert">
          At most {maxLetters} at once: {countOf(choice)} are selected.
        </Alert>
      )}
      {preview.isError && (
        <Alert color="red" variant="outline" role="alert">
          {messageOf(preview.error)}
        </Alert>
      )}
      {isComplete && !isTooMany && preview.isPending && <PleaseWait />}
      {!isComplete && <Text c="dimmed">Choose a semester or two dates.</Text>}
      {preview.data && !preview.isError && <Previewed made={preview.data} many={many} />}
      <Group justify="flex-end">
        <Button variant="default" onClick={close}>
          Cancel
        </Button>
        <Button disabled={!isReady} loading={make.isPending} onClick={() => make.mutate()}>
          {isReady ? `Create ${total} ${total === 1 ? one : many}` : `Create ${many}`}
        </Button>
      </Group>
    </div>
  );
}

function Previewed({ made, many }: { made: MadeLetters; many: string }) {
  const [at, setAt] = useState(0);
  const { letters, total, left_out } = made;
  const shown = letters[Math.min(at, letters.length - 1)];
  return (
    <>
      {left_out.length > 0 && (
        <Alert variant="outline" color="yellow" title={`Without ${left_out.length} of the chosen`}>
          <ul className="at-rows" aria-label="Left out">
            {left_out.slice(0, 10).map(({ name, reason }, position) => (
              <li key={position}>
                <Text size="sm">
                  {name}: {reason}
                </Text>
              </li>
            ))}
          </ul>
          {left_out.length > 10 && <Text size="sm">and {left_out.length - 10} more</Text>}
        </Alert>
      )}
      {!shown && <Text>There are no {many} to create.</Text>}
      {shown && (
        <>
          {letters.length > 1 && (
            <Group gap="xs">
              <Button
                size="compact-sm"
                variant="default"
                disabled={at <= 0}
                onClick={() => setAt(at - 1)}
              >
                Previous
              </Button>
              <Button
                size="compact-sm"
                variant="default"
                disabled={at >= letters.length - 1}
                onClick={() => setAt(at + 1)}
              >
                Next
              </Button>
              <Text size="sm" role="status">
                {at + 1} of {total}
                {total > letters.length && `; the first ${letters.length} are shown`}
              </Text>
            </Group>
          )}
          <div className={classes.preview} tabIndex={0} role="group" aria-label="Letter">
            <LetterPaper label="Preview" title={shown.title} body={shown.body} />
          </div>
        </>
      )}
    </>
  );
}
