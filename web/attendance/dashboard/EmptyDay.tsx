import { Button, Group, Text } from '@mantine/core';
import type { ClassDays, DayKind } from '#contract/timetable/calendar.ts';
import { messages } from '#contract/texts.ts';
import { lazyPart } from '#web/ui/lazy-part.tsx';
import { partNotLoaded } from '#web/ui/not-loaded.ts';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { shortDay } from '#web/ui/format.ts';

const NotSetUp = lazyPart(() => import('#web/admin/public/NotSetUp.ts'), {
  onFail: () => partNotLoaded(),
});

const titles: Record<DayKind, string> = {
  holiday: messages.holiday,
  semester_break: messages.semesterBreak,
  weekend: 'No classes: weekend',
  class_day: messages.noData,
  none: messages.noData,
};

/** The reason why a day has no classes, and the nearest days with classes. */
export function EmptyDay({
  days,
  go,
}: {
  days: ClassDays | undefined;
  go: (date: string) => void;
}) {
  const day = days?.days[0];
  if (!days || !day) return null;
  if (!days.is_set_up) return <NotSetUp />;
  const { previous, next } = days;
  return (
    <EmptyState title={titles[day.kind]}>
      {day.holidays.length > 0 && <Text c="dimmed">{day.holidays.join(', ')}</Text>}
      {(previous || next) && (
        <>
          <Text c="dimmed" size="sm">
            Nearest days with classes
          </Text>
          <Group gap="xs">
            {previous && (
              <Button variant="default" size="xs" onClick={() => go(previous)}>
                {shortDay(previous)}
              </Button>
            )}
            {next && (
              <Button variant="default" size="xs" onClick={() => go(next)}>
                {shortDay(next)}
              </Button>
            )}
          </Group>
        </>
      )}
    </EmptyState>
  );
}
