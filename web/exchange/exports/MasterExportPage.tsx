import { Alert, Anchor, Button, Group } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import dayjs from 'dayjs';
import { useState } from 'react';
import { exportAttendance } from '#contract/exchange/exports.endpoints.ts';
import { messages } from '#contract/texts.ts';
import { ApiError, requestLargeFile } from '#web/platform/api.ts';
import { useSession } from '#web/platform/SessionProvider.tsx';
import { BackButton } from '#web/ui/BackButton.tsx';
import { DateRange, type Span } from '#web/ui/DateRange.tsx';
import { download, fileName } from '#web/ui/export/file.ts';
import { megabytesOf } from '#web/ui/export/megabytes.ts';
import { toast, workingToast } from '#web/ui/toasts.ts';
import { classPicker } from '#web/school/cohorts.tsx';
import { subjectPicker } from '#web/school/subjects.ts';
import { PageHead } from '#web/ui/PageHead.tsx';
import { AddPicker } from './AddPicker.tsx';
import classes from './Exports.module.css';
import { PickedList, type Picked } from './PickedList.tsx';

/**
 * `master-export`: attendance of chosen subjects and schedules between two dates, as a file
 * (R-EXPORT-3).
 */
export function MasterExportPage() {
  const { today } = useSession().config;
  const [span, setSpan] = useState<Span>({
    from: dayjs(today).subtract(1, 'month').format('YYYY-MM-DD'),
    to: today,
  });
  const [picked, setPicked] = useState<Picked[]>([]);
  const [problem, setProblem] = useState<string | null>(null);
  const [busy, setBusy] = useState<'csv' | 'xlsx' | null>(null);

  function add(kind: Picked['kind'], id: number | null, label: string) {
    if (id === null) return toast('error', messages.selectOneToAdd);
    if (picked.some((other) => other.kind === kind && other.id === id))
      return toast('information', messages.alreadyPicked);
    setPicked([...picked, { kind, id, label }]);
    setProblem(null);
  }

  const validate = () => {
    if (!span.from) return messages.startRequired;
    if (!span.to) return messages.endRequired;
    if (span.from > span.to) return messages.endAfterStart;
    return picked.length === 0 ? messages.selectScheduleOrSubject : null;
  };

  async function run(format: 'csv' | 'xlsx') {
    const invalid = validate();
    setProblem(invalid);
    if (invalid || !span.from || !span.to) return;
    const ids = (kind: Picked['kind']) =>
      picked.filter((item) => item.kind === kind).map(({ id }) => id);
    const body = {
      fromDate: span.from,
      toDate: span.to,
      schedule: ids('schedule'),
      subject: ids('subject'),
    };
    setBusy(format);
    const finish = workingToast(messages.fetching);
    try {
      const file = await requestLargeFile(exportAttendance, { query: { format }, body }, (bytes) =>
        finish(`${messages.fetching} ${megabytesOf(bytes)}`),
      );
      download(file, fileName({ title: 'Master Export', today }, format));
      toast('success', messages.downloaded, 'shell');
    } catch (error) {
      if (error instanceof ApiError && error.status === 404)
        toast('information', messages.noDataFound);
      else
        toast(
          'error',
          error instanceof ApiError && error.status ? error.message : messages.downloadFailed,
        );
    } finally {
      finish();
      setBusy(null);
    }
  }

  return (
    <>
      <PageHead title="Master Export">
        <BackButton />
      </PageHead>
      <div className={`at-card ${classes.page}`}>
        <DateRange label="Date range" value={span} today={today} onChange={setSpan} />
        <AddPicker
          label="Subject"
          source={subjectPicker}
          add={(id, label) => add('subject', id, label)}
        />
        <AddPicker
          label="Schedule"
          source={classPicker}
          add={(id, label) => add('schedule', id, label)}
        />
        <PickedList
          picked={picked}
          remove={(removed) => setPicked(picked.filter((other) => other !== removed))}
        />
        {problem && <Alert color="red" variant="outline" role="alert" title={problem} />}
        <Group justify="space-between">
          <Anchor size="sm" renderRoot={(props) => <Link {...props} to="/schedule-export" />}>
            Send by e-mail, also for single students
          </Anchor>
          <FormatButtons busy={busy} run={(format) => void run(format)} />
        </Group>
      </div>
    </>
  );
}

interface FormatButtonsProps {
  /** The format of the file that is being made. */
  busy: 'csv' | 'xlsx' | null;
  run: (format: 'csv' | 'xlsx') => void;
}

function FormatButtons({ busy, run }: FormatButtonsProps) {
  return (
    <Group gap="xs">
      <Button
        variant="default"
        loading={busy === 'xlsx'}
        disabled={busy === 'csv'}
        leftSection={<IconDownload size={16} aria-hidden="true" />}
        onClick={() => run('xlsx')}
      >
        Export Excel
      </Button>
      <Button
        loading={busy === 'csv'}
        disabled={busy === 'xlsx'}
        leftSection={<IconDownload size={16} aria-hidden="true" />}
        onClick={() => run('csv')}
      >
        Export CSV
      </Button>
    </Group>
  );
}
