import { Anchor, Checkbox, Text } from '@mantine/core';
import { IconBook, IconPencil, IconSettings } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { changeSettings } from '#contract/admin/settings.endpoints.ts';
import { switchMessageCourse } from '#contract/messages/student-messages.endpoints.ts';
import type { MessagePreview } from '#contract/messages/student-messages.ts';
import { request } from '#web/platform/api.ts';
import { asError } from '#web/platform/as-error.ts';
import { useCan } from '#web/platform/SessionProvider.tsx';
import { confirm } from '#web/ui/confirm.ts';
import { Dialog } from '#web/ui/Dialog.tsx';
import { LoadError } from '#web/ui/LoadError.tsx';
import { PageActions } from '#web/ui/PageActions.tsx';
import { PleaseWait } from '#web/ui/PleaseWait.tsx';
import { longDate } from '#web/ui/format.ts';
import { toast } from '#web/ui/toasts.ts';
import { coursesQuery, previewQuery } from './queries.ts';
import { classesText, studentOf } from './resource.tsx';
import classes from './StudentMessages.module.css';

/** Whether messages are sent, and who would have got one yesterday (R-MSG-4). */
export function MessageSwitch() {
  const preview = useQuery(previewQuery);
  const queries = useQueryClient();
  const mayEdit = useCan()('Settings', 'edit');
  const [dialog, setDialog] = useState<'preview' | 'courses' | null>(null);
  const [busy, setBusy] = useState(false);
  if (preview.isPending) return <PleaseWait />;
  if (preview.isError)
    return <LoadError error={preview.error} retry={() => void preview.refetch()} />;
  const { on, day, total } = preview.data;

  async function turn(next: boolean) {
    const isMeant =
      !next ||
      (await confirm({
        title: 'Switch messages on?',
        text: 'Absences in classes that end from now on are reported. Classes that are over already are not.',
        yes: 'Switch on',
      }));
    if (!isMeant) return;
    setBusy(true);
    try {
      await request(changeSettings, { body: { absence_messages: next } });
      toast('success', next ? 'Messages are switched on' : 'Messages are switched off', 'shell');
    } catch (error) {
      toast('error', asError(error).message);
    }
    await queries.invalidateQueries({ queryKey: ['student-messages'] });
    setBusy(false);
  }

  return (
    <section className={`at-card ${classes.bar}`} aria-label="Messages of absence">
      <div>
        <Checkbox
          checked={on}
          disabled={!mayEdit || busy}
          onChange={(event) => void turn(event.currentTarget.checked)}
          label="Tell students of their absences on the same day"
        />
        <Text size="sm" c="dimmed" mt={4}>
          {on
            ? 'On: messages go out some minutes after an absence is entered. '
            : 'Off: no message goes out. '}
          {total === 0 ? (
            `No student would have received a message about ${longDate(day)}.`
          ) : (
            <Anchor
              component="button"
              type="button"
              inherit
              ta="start"
              underline="always"
              aria-haspopup="dialog"
              onClick={() => setDialog('preview')}
            >
              {total === 1 ? '1 student' : `${total} students`} would have received a message about{' '}
              {longDate(day)}.
            </Anchor>
          )}
        </Text>
      </div>
      <PageActions
        actions={[
          {
            title: 'Reported courses',
            Icon: IconBook,

            onClick: () => setDialog('courses'),
          },
          {
            title: 'Edit the texts',
            Icon: IconPencil,
            link: { to: '/templates', search: { kind: 'absence_message' } },
          },
          { title: 'Settings', Icon: IconSettings, link: { to: '/settings' } },
        ]}
      />
      <Dialog
        opened={dialog === 'preview'}
        onClose={() => setDialog(null)}
        title={`Absences of ${longDate(day)}`}
        size="lg"
      >
        <Previewed preview={preview.data} />
      </Dialog>
      <Dialog
        opened={dialog === 'courses'}
        onClose={() => setDialog(null)}
        title="Courses whose absences are reported"
      >
        <Courses mayEdit={mayEdit} />
      </Dialog>
    </section>
  );
}

function Previewed({ preview: { results, total } }: { preview: MessagePreview }) {
  if (total === 0)
    return <Text c="dimmed">No absence without an excuse was entered on that day.</Text>;
  return (
    <>
      <ul className={classes.list}>
        {results.map((row) => (
          <li key={row.student.id}>
            <strong>{studentOf(row)}</strong>
            <span>{classesText(row)}</span>
            <small>{row.address ?? 'No address: nothing would have been sent'}</small>
          </li>
        ))}
      </ul>
      {total > results.length && (
        <Text size="sm" c="dimmed" mt="xs">
          The first {results.length} of {total}
        </Text>
      )}
    </>
  );
}

function Courses({ mayEdit }: { mayEdit: boolean }) {
  const courses = useQuery(coursesQuery);
  const queries = useQueryClient();
  const [busy, setBusy] = useState(false);
  if (courses.isPending) return <PleaseWait />;
  if (courses.isError)
    return <LoadError error={courses.error} retry={() => void courses.refetch()} />;
  async function turn(course: number, on: boolean) {
    setBusy(true);
    try {
      queries.setQueryData(
        coursesQuery.queryKey,
        await request(switchMessageCourse, { body: { course, on } }),
      );
      void queries.invalidateQueries({ queryKey: previewQuery.queryKey });
    } catch (error) {
      toast('error', asError(error).message);
    }
    setBusy(false);
  }
  const { results } = courses.data;
  if (results.length === 0) return <Text c="dimmed">There is no course.</Text>;
  return (
    <ul className={classes.list}>
      {results.map(({ id, name, on }) => (
        <li key={id}>
          <Checkbox
            label={name}
            checked={on}
            disabled={!mayEdit || busy}
            onChange={(event) => void turn(id, event.currentTarget.checked)}
          />
        </li>
      ))}
    </ul>
  );
}
