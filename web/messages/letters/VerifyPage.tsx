import { Alert, Button, Text, TextInput } from '@mantine/core';
import { IconCircleCheck, IconCircleX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { verifyLetter } from '#contract/messages/letters.endpoints.ts';
import type { VerifiedLetter } from '#contract/messages/letters.ts';
import { templateKinds } from '#contract/messages/template-kinds.ts';
import { ApiError, request } from '#web/platform/api.ts';
import { useSession } from '#web/platform/SessionProvider.tsx';
import { BackButton } from '#web/ui/BackButton.tsx';
import { LoadError } from '#web/ui/LoadError.tsx';
import { PleaseWait } from '#web/ui/PleaseWait.tsx';
import { moment } from '#web/ui/format.ts';
import { studentTitle } from '#web/school/students.tsx';
import { PageHead } from '#web/ui/PageHead.tsx';
import { LetterPaper } from './LetterPaper.tsx';
import classes from './Letters.module.css';

/** Whether a letter is genuine, by its number, and its text (R-PAPER-2). */
export function VerifyPage() {
  const { number = '' } = useSearch({ from: '/letters/verify' });
  const navigate = useNavigate();
  const [typed, setTyped] = useState(number);
  const found = useQuery({
    queryKey: ['letter-by-number', number],
    queryFn: ({ signal }) => request(verifyLetter, { query: { number }, signal }),
    enabled: number !== '',
    retry: false,
  });
  const error = found.error instanceof ApiError ? found.error : null;
  return (
    <>
      <PageHead title="Verify a letter">
        <BackButton />
      </PageHead>
      <form
        className={classes.verify}
        onSubmit={(event) => {
          event.preventDefault();
          void navigate({ to: '/letters/verify', search: { number: typed.trim() } });
        }}
      >
        <TextInput
          label="Number of the letter or certificate"
          placeholder="K7QM-3XHD-9T2W"
          value={typed}
          autoComplete="off"
          onChange={(event) => setTyped(event.currentTarget.value)}
          error={error?.status === 400 ? 'It has 12 letters and digits' : undefined}
        />
        <Button type="submit" disabled={!typed.trim()}>
          Verify
        </Button>
      </form>
      {number && found.isPending && <PleaseWait />}
      {error?.status === 404 && (
        <Alert
          role="alert"
          color="red"
          variant="outline"
          icon={<IconCircleX aria-hidden="true" />}
          title="There is no letter with this number"
        >
          Compare it with the paper. A number that stays unknown was not given by this institute.
        </Alert>
      )}
      {found.error && error?.status !== 404 && error?.status !== 400 && (
        <LoadError error={found.error} retry={() => void found.refetch()} />
      )}
      {found.data && <Genuine letter={found.data} />}
    </>
  );
}

function Genuine({ letter }: { letter: VerifiedLetter }) {
  const { time_zone } = useSession().config;
  const { kind, student, subject, made_at, made_by, title, body, erased, number } = letter;
  return (
    <>
      <Alert
        role="status"
        color="green"
        variant="outline"
        mb="sm"
        icon={<IconCircleCheck aria-hidden="true" />}
        title={`${number} is genuine`}
      >
        <Text size="sm">
          {templateKinds[kind].title}
          {subject && `, ${subject.subject_code}`}, created {moment(made_at, time_zone)} by{' '}
          {made_by}{' '}
          {erased
            ? 'for a student whose data were erased since. Its text is no longer stored.'
            : `for ${studentTitle(student)}.`}
        </Text>
        {!erased && title === null && (
          <Text size="sm">Only users who make such letters read its text.</Text>
        )}
      </Alert>
      {title !== null && body !== null && (
        <LetterPaper label="What it says" title={title} body={body} />
      )}
    </>
  );
}
