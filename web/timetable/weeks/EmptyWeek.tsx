import { Text } from '@mantine/core';
import { messages } from '#contract/texts.ts';
import type { Week } from '#contract/timetable/week.ts';
import { markedWeekdays, weekdays } from '#contract/weekdays.ts';
import { useSession } from '#web/platform/SessionProvider.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { shortDay } from '#web/ui/format.ts';
import type { WeekFilter } from './filters.ts';

/** Why the week shows no class: too many, or none, because of holidays or breaks. */
export function EmptyWeek({
  week: { days, total },
  choices,
}: {
  week: Week;
  choices: WeekFilter[];
}) {
  const chosen = markedWeekdays(useSession().config.weekdays);
  if (total > 0) {
    const titles = choices.map(({ title }) => title.toLowerCase());
    return (
      <EmptyState
        title={`${total} classes in this week: choose a ${titles.join(', ').replace(/, (\w+)$/, ' or $1')}`}
      />
    );
  }
  const classDays = days.filter((_day, at) => chosen.some((day) => day === weekdays[at]));
  const isBreak = classDays.every(({ kind }) => kind === 'semester_break');
  return (
    <EmptyState title={isBreak ? messages.semesterBreak : 'No classes in this week'}>
      {classDays
        .filter(({ holidays }) => holidays.length > 0)
        .map(({ date, holidays }) => (
          <Text key={date} c="dimmed">
            {shortDay(date)}: {holidays.join(', ')}
          </Text>
        ))}
    </EmptyState>
  );
}
