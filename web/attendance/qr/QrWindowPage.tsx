import { namesOfRooms } from '#contract/timetable/further-names.ts';
import { withGroup } from '#contract/class-name.ts';
import { roomInText } from '#contract/room-name.ts';
import { Alert, Button, Text, Title } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { closeQr, getQr, openQr } from '#contract/attendance/qr.endpoints.ts';
import { messages } from '#contract/texts.ts';
import type { QrState } from '#contract/attendance/qr.ts';
import { request } from '#web/platform/api.ts';
import { asError } from '#web/platform/as-error.ts';
import { useLive } from '#web/platform/live.ts';
import { useOpenedDay } from '#web/platform/useOpenedDay.ts';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { LoadError } from '#web/ui/LoadError.tsx';
import { PleaseWait } from '#web/ui/PleaseWait.tsx';
import { QrCode } from '#web/ui/QrCode.tsx';
import { toast } from '#web/ui/toasts.ts';
import { classQuery } from '#web/school/roll.ts';
import { shownAt } from './shown.ts';
import classes from './Qr.module.css';

/** The codes of twenty seconds are read every ten. */
const againMs = 10_000;

/** `attendance/qr?id={class schedule}&date={date}`: the code of a roll, large, in its own window (R-QR-1). */
export function QrWindowPage() {
  const { id, date } = useSearch({ from: '/attendance/qr' });
  const opened = useOpenedDay(id);
  if (id === undefined) return <EmptyState title={messages.selectSchedule} />;
  return <QrWindow of={{ id, date: date ?? opened }} />;
}

/** The answer with the time at which it came, by this page's clock. */
interface Timed {
  state: QrState;
  at: number;
}

function QrWindow({ of }: { of: { id: number; date: string } }) {
  const queries = useQueryClient();
  const roll = { class_schedule: of.id, date: of.date };
  const queryKey = ['qr', of.id, of.date];
  const { data: schedule } = useQuery(classQuery(of));
  const { data, error, refetch } = useQuery({
    queryKey,
    queryFn: async ({ signal }): Promise<Timed> => ({
      state: await request(getQr, { query: roll, signal }),
      at: performance.now(),
    }),
    refetchInterval: againMs,
    // A projector shows it while the teacher works in another window.
    refetchIntervalInBackground: true,
    staleTime: 0,
  });
  const again = () => void refetch();
  useLive(roll, { marks: again, reload: again });
  const set = async (call: typeof openQr | typeof closeQr) => {
    try {
      const state = await request(call, { body: roll });
      queries.setQueryData(queryKey, { state, at: performance.now() } satisfies Timed);
    } catch (failure) {
      toast('error', asError(failure).message);
    }
  };
  if (!data)
    return error ? <LoadError error={error} retry={() => void refetch()} /> : <PleaseWait />;
  const { state } = data;
  const isOpen = state.opened_at !== null;
  return (
    <div className={classes.window}>
      <header className={classes.head}>
        <Title order={1} size="h2">
          {schedule
            ? withGroup(
                `${schedule.subject.subject_name} ${schedule.subject.subject_code}`,
                schedule.group_name,
              )
            : 'Check-in by QR code'}
        </Title>
        {schedule && (
          <Text size="lg">
            {schedule.start_time} – {schedule.end_time}, {roomInText(namesOfRooms(schedule))}
          </Text>
        )}
      </header>
      {isOpen ? (
        <CurrentCode timed={data} isLost={error !== null} />
      ) : (
        <div className={classes.code}>
          <Text size="xl">{state.problem ?? 'Check-in by QR code is off.'}</Text>
        </div>
      )}
      <footer className={classes.foot}>
        {(state.problem === null || state.came > 0) && (
          <Text size="xl" fw={700} role="status">
            {state.came} of {state.enrolled} came by QR code
          </Text>
        )}
        {isOpen ? (
          <Button variant="default" onClick={() => void set(closeQr)}>
            Switch off
          </Button>
        ) : (
          state.problem === null && <SwitchOn open={() => void set(openQr)} />
        )}
      </footer>
    </div>
  );
}

/** What the code does not prove is for the teacher: the projector does not show it beside the code. */
function SwitchOn({ open }: { open: () => void }) {
  return (
    <>
      <Text size="sm" c="dimmed" maw={640}>
        The code proves that a phone had it while it was shown, not who holds the phone, and not
        that it was not passed on. Look into the room, and at the roll.
      </Text>
      <Button onClick={open}>Switch on</Button>
    </>
  );
}

/** The code that is shown now; it changes by itself, also for some seconds without the network. */
function CurrentCode({ timed, isLost }: { timed: Timed; isLost: boolean }) {
  const [now, setNow] = useState(() => performance.now());
  const { code, changesIn } = shownAt(timed.state.codes, now - timed.at);
  useEffect(() => {
    const timer = setTimeout(() => setNow(performance.now()), changesIn);
    return () => clearTimeout(timer);
  }, [changesIn, timed]);
  if (!code)
    return (
      <div className={classes.code}>
        <Alert color="yellow" variant="outline" role="alert" title="No connection at the moment">
          The code comes back with the network. Until then mark by hand or card.
        </Alert>
      </div>
    );
  return (
    <div className={classes.code} data-lost={isLost}>
      <QrCode text={code.address} label="Code for check-in" size={560} />
      <p className={classes.digits}>
        {code.short_code.slice(0, 4)} {code.short_code.slice(4)}
      </p>
      <Text size="lg">Scan it with your phone, or type the digits on {originText()}/q</Text>
    </div>
  );
}

const originText = (): string => location.host;
