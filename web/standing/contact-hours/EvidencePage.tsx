import { Alert, Button, Group, MultiSelect, Text } from '@mantine/core';
import { IconFileTypeCsv, IconFileTypePdf, IconMail } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import type { Evidence } from '#contract/standing/contact-hour-evidence.ts';
import { useCan, useSession } from '#web/platform/SessionProvider.tsx';
import { AnchorLink } from '#web/ui/AnchorLink.tsx';
import { BackButton } from '#web/ui/BackButton.tsx';
import { DateRange } from '#web/ui/DateRange.tsx';
import { longDate } from '#web/ui/format.ts';
import { LoadError } from '#web/ui/LoadError.tsx';
import { PleaseWait } from '#web/ui/PleaseWait.tsx';
import { useDownload } from '#web/ui/export/useDownload.ts';
import { studentTitle } from '#web/school/students.tsx';
import { semesterTitle } from '#web/school/semesters.ts';
import { PageHead } from '#web/ui/PageHead.tsx';
import classes from './ContactHours.module.css';
import { EvidenceHours } from './EvidenceHours.tsx';
import { EvidenceMeetings } from './EvidenceMeetings.tsx';
import { EvidenceSteps } from './EvidenceSteps.tsx';
import { evidenceOf, periodOf, type PeriodOfPage, type Search } from './queries.ts';

/** The contact hours of a student in a period, with what they are made of (R-HOURS-4). */
export function EvidencePage() {
  const search: Search = useSearch({ from: '/contact-hours/student' });
  const { id = '' } = search;
  const found = useQuery(evidenceOf(id, search));
  if (found.isPending) return <PleaseWait />;
  const of = found.data;
  if (!of)
    return (
      <>
        <PageHead title="Contact hours" />
        <LoadError error={found.error} retry={() => void found.refetch()} />
      </>
    );
  return (
    <>
      <PageHead title={<>Contact hours: {studentTitle(of.student)}</>}>
        <Group gap="xs">
          <BackButton />
          <Files of={of} period={periodOf(search)} />
        </Group>
      </PageHead>
      <PeriodBar of={of} search={search} />
      {found.isError && (
        <Alert color="red" variant="outline" role="alert" mb="sm">
          {found.error.message}
        </Alert>
      )}
      <Text c="dimmed" mb="xs">
        {longDate(of.from_date)} – {longDate(of.to_date)}.{' '}
        <AnchorLink
          underline="always"
          to="/students/student-details"
          search={{ id: String(of.student.id) }}
        >
          Student’s page
        </AnchorLink>
      </Text>
      <EvidenceHours of={of} />
      <EvidenceSteps of={of} />
      <EvidenceMeetings of={of} />
    </>
  );
}

/** Semesters of the student, or two dates. */
function PeriodBar({ of, search }: { of: Evidence; search: Search }) {
  const navigate = useNavigate({ from: '/contact-hours/student' });
  const { today } = useSession().config;
  const go = (period: PeriodOfPage) =>
    void navigate({
      search: (before) => ({
        ...before,
        semester: undefined,
        from_date: undefined,
        to_date: undefined,
        ...period,
      }),
      resetScroll: false,
    });
  return (
    <div className={classes.bar} role="group" aria-label="Period">
      <MultiSelect
        label="Semesters"
        data={of.semesters.map((one) => ({ value: String(one.id), label: semesterTitle(one) }))}
        value={of.chosen.map(String)}
        onChange={(ids) => go({ semester: ids.join(',') || undefined })}
        comboboxProps={{ withinPortal: false }}
        miw={260}
      />
      <div className={classes.dates}>
        <DateRange
          label="Dates instead"
          value={{ from: search.from_date ?? null, to: search.to_date ?? null }}
          onChange={({ from, to }) =>
            go({ from_date: from ?? undefined, to_date: to ?? undefined })
          }
          today={today}
        />
      </div>
    </div>
  );
}

/** The evidence as a file, and a letter about it. */
function Files({ of, period }: { of: Evidence; period: PeriodOfPage }) {
  const mayWrite = useCan()('Red List Students', 'edit');
  const { config } = useSession();
  const { busy, run } = useDownload();
  if (!mayWrite) return null;
  const save = (format: 'csv' | 'pdf') =>
    void run(async () => {
      const { downloadEvidence } = await import('./evidence-file.ts');
      await downloadEvidence(format, of.student.id, period, config);
    });
  const letter = () =>
    void import('#web/messages/public/open-letters.ts').then(({ openLetters }) =>
      openLetters({
        kind: 'intention_letter',
        students: [of.student.id],
        semester: of.chosen[0] ?? null,
      }),
    );
  return (
    <>
      <Button
        variant="default"
        loading={busy}
        leftSection={<IconFileTypeCsv size={16} aria-hidden="true" />}
        onClick={() => save('csv')}
      >
        CSV
      </Button>
      <Button
        variant="default"
        loading={busy}
        leftSection={<IconFileTypePdf size={16} aria-hidden="true" />}
        onClick={() => save('pdf')}
      >
        PDF
      </Button>
      <Button
        variant="default"
        leftSection={<IconMail size={16} aria-hidden="true" />}
        onClick={letter}
      >
        Intention to report…
      </Button>
    </>
  );
}
