import { Menu } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { Fragment } from 'react';
import {
  cancelMeetings,
  coverMeetings,
  restoreMeetings,
} from '#contract/timetable/meetings.endpoints.ts';
import { limits } from '#contract/limits.ts';
import type { Meeting } from '#contract/timetable/meeting.ts';
import { request } from '#web/platform/api.ts';
import { useCan } from '#web/platform/SessionProvider.tsx';
import { fullDay } from '#web/ui/format.ts';
import { LazyMenu } from '#web/ui/LazyMenu.tsx';
import { prompt } from '#web/ui/prompt.tsx';
import { useSignInSheet } from '../paper/useSignInSheet.ts';
import type { ClassToChange, MeetingFormKind } from './dialog.tsx';
import { endsOfCovers, type EndOfCover } from './places.ts';
import { useMeetingChange, type Place } from './useMeetingChange.ts';

interface MeetingMenuProps {
  of: ClassToChange;
  date: string;
  /** A further place where the change can be undone. */
  place?: Place;
}

/** Changes a class on one date: cancel, restore, cover, another room, move, or one more class. */
export function MeetingMenu({ of, date, place }: MeetingMenuProps) {
  const can = useCan();
  if (!of.meeting || of.meeting.archived || !can('Timetables', 'edit')) return null;
  return (
    <LazyMenu
      position="bottom-end"
      width={210}
      // A card of the dashboard would cut it off.
      withinPortal
      target={
        <button
          type="button"
          className="at-icon-button at-dots"
          aria-label={`Change this class of ${fullDay(date)}`}
        />
      }
    >
      <Entries
        of={of}
        date={date}
        {...(place && { place })}
        meeting={of.meeting}
        canAdd={can('Timetables', 'add')}
        setsPayCode={can('Payrolls', 'edit')}
      />
    </LazyMenu>
  );
}

/** Apart from the button: a table has hundreds of them. */
function Entries({
  of,
  date,
  place,
  meeting,
  canAdd,
  setsPayCode,
}: MeetingMenuProps & { meeting: Meeting; canAdd: boolean; setsPayCode: boolean }) {
  const change = useMeetingChange({ id: of.id, date }, { date }, ...(place ? [place] : []));
  const sheet = useSignInSheet({ id: of.id, date });
  const named = { ids: [meeting.id], sequence: meeting.sequence };

  async function cancel() {
    const reason = await prompt({
      title: 'Cancel this class?',
      text: `${of.subject.subject_name}, ${fullDay(date)}, ${of.start_time}. Marks that it has stay, and do not count.`,
      label: 'Reason',
      max: limits.reasonLength,
      yes: 'Cancel class',
      no: 'Keep the class',
      danger: true,
    });
    if (reason !== null)
      change.mutate({
        send: () => request(cancelMeetings, { body: { ...named, reason } }),
        done: 'Class cancelled',
      });
  }
  const restore = () =>
    change.mutate({
      send: () => request(restoreMeetings, { body: named }),
      done: 'Class restored',
    });
  const endCover = ({ place: whose, done }: EndOfCover) =>
    change.mutate({
      send: () =>
        request(coverMeetings, {
          body: { ...named, teacher_id: null, ...(whose !== undefined && { place: whose }) },
        }),
      done,
    });
  // The forms are loaded when one is opened.
  const open = async (kind: MeetingFormKind) => {
    const { openMeetingForm } = await import('./dialog.tsx');
    openMeetingForm(kind, { of, meeting: named, date, setsPayCode, send: change.mutateAsync });
  };
  const addExtra = async () => {
    const { openExtraForm } = await import('./dialog.tsx');
    openExtraForm({ of, date, send: change.mutateAsync });
  };
  const run = {
    cancel: () => void cancel(),
    restore,
    cover: () => void open('cover'),
    room: () => void open('room'),
    move: () => void open('move'),
    extra: () => void addExtra(),
  };
  const entries = [...entriesOf(meeting), ...(canAdd ? (['extra'] as const) : [])];
  return (
    <>
      {entries.map((entry) => (
        <Fragment key={entry}>
          <Menu.Item onClick={run[entry]}>{titles[entry]}</Menu.Item>
          {entry === 'cover' &&
            endsOfCovers(meeting).map((end) => (
              <Menu.Item key={end.title} onClick={() => endCover(end)}>
                {end.title}
              </Menu.Item>
            ))}
        </Fragment>
      ))}
      {meeting.status === 'scheduled' && <Menu.Item onClick={sheet.save}>Sign-in sheet</Menu.Item>}
      {meeting.status === 'scheduled' && (
        <Menu.Item
          renderRoot={(props) => (
            <Link {...props} to="/timetable/find-time" search={{ id: String(of.id), on: date }} />
          )}
        >
          Find a time
        </Menu.Item>
      )}
    </>
  );
}

type Entry = 'cancel' | 'restore' | 'cover' | 'room' | 'move' | 'extra';

const titles: Record<Entry, string> = {
  cancel: 'Cancel class …',
  restore: 'Restore class',
  cover: 'Cover …',
  room: 'Another room …',
  move: 'Move …',
  extra: 'Extra class …',
};

function entriesOf({ status }: Meeting): Entry[] {
  if (status === 'moved') return [];
  if (status !== 'scheduled') return ['restore'];
  return ['cover', 'room', 'move', 'cancel'];
}
