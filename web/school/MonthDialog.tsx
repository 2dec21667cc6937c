import { VisuallyHidden } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import type { ClassDays } from '#contract/timetable/calendar.ts';
import { Dialog } from '#web/ui/Dialog.tsx';
import { LoadError } from '#web/ui/LoadError.tsx';
import { MonthCalendar, type DayEvent } from '#web/ui/MonthCalendar.tsx';
import { spanOf } from '#web/ui/month-span.ts';
import { classDays } from './days.ts';

interface MonthDialogProps {
  date: string;
  close: () => void;
  go: (date: string) => void;
}

/** The month: class days green, holidays red (R-SHELL-5). */
export function MonthDialog({ date, close, go }: MonthDialogProps) {
  const [shown, setShown] = useState(date);
  const { from, to } = spanOf(shown);
  const days = useQuery({ ...classDays(from, to), placeholderData: keepPreviousData });
  const events = useMemo(() => eventsOf(days.data), [days.data]);
  return (
    <Dialog
      opened
      onClose={close}
      size="xl"
      title={
        <>
          Calendar<VisuallyHidden>, choose a day</VisuallyHidden>
        </>
      }
    >
      {days.isError && <LoadError error={days.error} retry={() => void days.refetch()} />}
      <MonthCalendar shown={shown} onShow={setShown} events={events} chosen={date} onDay={go} />
    </Dialog>
  );
}

function eventsOf(found: ClassDays | undefined): DayEvent[] {
  return (found?.days ?? []).flatMap(({ date, kind, holidays }): DayEvent[] =>
    kind === 'class_day'
      ? [{ date, title: 'Class Day', tone: 'class' }]
      : holidays.map((title) => ({ date, title, tone: 'holiday' })),
  );
}
