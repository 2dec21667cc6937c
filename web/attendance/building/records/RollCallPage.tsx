import { Text, Title } from '@mantine/core';
import { IconFileTypePdf, IconPrinter, IconTable, IconUsers } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { useMemo } from 'react';
import type { RollCallRecord } from '#contract/attendance/building.ts';
import { countsOf } from '#contract/attendance/building-counts.ts';
import { getRollCall } from '#contract/attendance/building.endpoints.ts';
import { timeOfDay } from '#contract/texts.ts';
import { request } from '#web/platform/api.ts';
import { useSession } from '#web/platform/SessionProvider.tsx';
import { useDownload } from '#web/ui/export/useDownload.ts';
import { counted, moment } from '#web/ui/format.ts';
import { LoadError } from '#web/ui/LoadError.tsx';
import { PageActions } from '#web/ui/PageActions.tsx';
import { PageHead } from '#web/ui/PageHead.tsx';
import { PersonName } from '#web/ui/PersonName.tsx';
import { PleaseWait } from '#web/ui/PleaseWait.tsx';
import { titleOf } from '../kind-titles.ts';
import { PaperList } from '../PaperList.tsx';
import { presenceText } from '../presence-text.ts';
import { missingOf } from '../shown.ts';
import { usePrint } from '../usePrint.ts';
import classes from '../Building.module.css';

/** Ticks of phones that were without the network come after the end. */
const lateTicksMs = 60_000;

/** `who-is-here/roll-call?id=`: the record of a roll call of the building (R-HERE-6). */
export function RollCallPage() {
  const { id = '' } = useSearch({ from: '/who-is-here/roll-call' });
  const read = useQuery({
    queryKey: ['building-roll-call', id],
    queryFn: ({ signal }) => request(getRollCall, { params: { id }, signal }),
    refetchInterval: lateTicksMs,
  });
  if (read.isPending) return <PleaseWait />;
  if (!read.data) return <LoadError error={read.error} retry={() => void read.refetch()} />;
  return <Record record={read.data} />;
}

function Record({ record }: { record: RollCallRecord }) {
  const { config } = useSession();
  const { time_zone } = config;
  const { people, places, late_ticks } = record;
  const download = useDownload();
  const [isPrinting, print] = usePrint();
  const missing = useMemo(() => missingOf(people), [people]);
  const title = titleOf(record, time_zone);
  const save = (format: 'csv' | 'pdf') => () =>
    void download.run(async () => {
      const { downloadRecord } = await import('./record-file.ts');
      await downloadRecord(format, record, config);
    });
  return (
    <>
      <div className={`at-screen ${classes.page}`}>
        <PageHead title={title}>
          {!record.forgotten && (
            <PageActions
              actions={[
                { title: 'Print', Icon: IconPrinter, isFrequent: true, onClick: print },
                { title: 'CSV', Icon: IconTable, busy: download.busy, onClick: save('csv') },
                { title: 'PDF', Icon: IconFileTypePdf, busy: download.busy, onClick: save('pdf') },
                { title: 'Who is here', Icon: IconUsers, link: { to: '/who-is-here' } },
              ]}
            />
          )}
        </PageHead>
        <Text>{aboutOf(record, time_zone)}</Text>
        {record.note && <Text className={classes.whole}>{record.note}</Text>}
        {record.forgotten ? (
          <Text c="dimmed">The names were deleted after the retention period.</Text>
        ) : (
          <>
            <Title order={2} size="h4">
              {missing.length ? `Missing: ${missing.length}` : 'No one was missing'}
            </Title>
            {missing.length > 0 && (
              <div className="at-scroll" role="region" aria-label="Missing" tabIndex={0}>
                <table className="at-table">
                  <thead>
                    <tr>
                      <th scope="col">Name</th>
                      <th scope="col">ID</th>
                      <th scope="col">Room</th>
                      <th scope="col">State</th>
                    </tr>
                  </thead>
                  <tbody>
                    {missing.map((person) => (
                      <tr key={person.number}>
                        <td>
                          <PersonName of={person} />
                        </td>
                        <td>{person.student_id ?? 'Teacher'}</td>
                        <td>{places[person.place]?.room ?? '–'}</td>
                        <td>{presenceText(person, time_zone)}</td>
                      </tr>
                    ))}
                  </tbody>
                </table>
              </div>
            )}
            {late_ticks.length > 0 && (
              <>
                <Title order={2} size="h4">
                  Late ticks
                </Title>
                <ul aria-label="Late ticks">
                  {late_ticks.map((tick, at) => (
                    <li key={at}>
                      <PersonName of={tick} />: {tick.accounted ? 'ticked' : 'taken back'} at{' '}
                      {timeOfDay(tick.made_at, time_zone)} by {tick.made_by}, received at{' '}
                      {timeOfDay(tick.received_at, time_zone)}
                    </li>
                  ))}
                </ul>
              </>
            )}
          </>
        )}
      </div>
      {isPrinting && (
        <PaperList
          title={title}
          about={`${config.title}. ${aboutOf(record, time_zone)}`}
          people={people}
          places={places}
          timeZone={time_zone}
        />
      )}
    </>
  );
}

function aboutOf(record: RollCallRecord, timeZone: string): string {
  const { started_by, ended_at, ended_by, expected, accounted, missing, listed, late } = record;
  const end =
    ended_at === null
      ? 'It is running.'
      : `Ended ${moment(ended_at, timeZone)} by ${ended_by ?? 'itself'}.`;
  const lateText = late ? ` ${counted(late, 'tick')} came too late and changed nothing.` : '';
  const { others } = countsOf(record.people);
  const othersText = others ? ` and ${counted(others, 'other')}` : '';
  return (
    `Started by ${started_by}. ${end} ${accounted} of ${expected} expected people were accounted for${othersText}, ` +
    `${missing} were missing; ${counted(listed, 'person', 'people')} on the list.${lateText}`
  );
}
