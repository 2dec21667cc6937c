import type { ReactNode } from 'react';
import { previewClassChange } from '#contract/timetable/timetable.endpoints.ts';
import { weeksOf } from '#web/platform/week-names.ts';
import type { ClassChangePreview } from '#contract/timetable/timetable.ts';
import { request } from '#web/platform/api.ts';
import type { Values } from '#web/ui/form/form-context.ts';
import { confirm } from '#web/ui/confirm.ts';
import type { SaveText } from '#web/ui/form/resource-form.ts';
import { longDate, shortDay } from '#web/ui/format.ts';
import { ClashList } from '#web/ui/clashes/ClashList.tsx';

const previewed = [
  'subject_id',
  'semester_id',
  'day_of_week',
  'start_time',
  'end_time',
  'teacher_id',
  'classroom_id',
  'co_teachers',
  'more_rooms',
  'weeks',
] as const;

/**
 * The effect of saving a class on its dates. Where the week of the change would have no class,
 * or two, the next Monday is offered.
 */
export async function changeQuestion(values: Values, id: string): Promise<SaveText> {
  const change = Object.fromEntries(previewed.map((name) => [name, values[name]]));
  const previewFrom = (effective_from: unknown) =>
    request(previewClassChange, {
      params: { id },
      body: { ...change, ...(isText(effective_from) && { effective_from }) },
    });
  const preview = await previewFrom(values.effective_from);
  const monday = preview.next_monday;
  if (monday === null || !(await confirmMonday(preview, monday)))
    return { text: textOf(preview), values: confirmationOf(preview) };
  const fromMonday = await previewFrom(monday);
  return {
    text: textOf(fromMonday),
    values: { effective_from: monday, ...confirmationOf(fromMonday) },
  };
}

/** The changes, and the clashes; null when nothing changes. */
function textOf(preview: ClassChangePreview): ReactNode {
  const text = previewText(preview);
  if (text === null || preview.all_clashes.length === 0) return text;
  return (
    <>
      <p>{text}</p>
      <b>Clashes:</b>
      <ClashList of={preview.all_clashes} />
    </>
  );
}

/** Whether a class that had dates to come has none any more. */
const isLast = ({ before, after }: ClassChangePreview) => before !== null && after === null;

/** The user has read the listed clashes; only these are confirmed. */
export const confirmationOf = (preview: ClassChangePreview): Values =>
  previewText(preview) !== null &&
  (isLast(preview) || preview.all_clashes.some(({ confirmed }) => !confirmed))
    ? { confirm_clashes: true }
    : {};

const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';

const confirmMonday = (
  { weeks, effective_from }: ClassChangePreview,
  monday: string,
): Promise<boolean> =>
  confirm({
    title: `From ${shortDay(monday)} instead?`,
    text: `${weeksText(weeks)} From Monday on, ${longDate(monday)}, the week of the change is whole.`,
    yes: `From ${shortDay(monday)}`,
    no: `From ${shortDay(effective_from)}`,
  });

/** Weeks with no class or several, in words. */
const weeksText = (weeks: ClassChangePreview['weeks']): string =>
  weeks
    .map(
      ({ monday, meetings }) =>
        `The week of ${longDate(monday)} has ${meetings === 0 ? 'no class' : classesText(meetings)}.`,
    )
    .join(' ');

type Then = NonNullable<ClassChangePreview['before']>;

export const meetingText = ({ date, start_time, end_time, room_number, teacher }: Then) =>
  `${shortDay(date)}, ${start_time}–${end_time}, ${room_number}, ${teacher}`;

const classesText = (count: number) => (count === 1 ? '1 class' : `${count} classes`);

export function previewText(preview: ClassChangePreview): string | null {
  const { added, removed, changed, before, after, unchanged, dropped, students } = preview;
  const { weeks, weeks_left } = preview;
  if (added + removed + changed === 0) return null;
  const studentsText = students === 1 ? '1 student' : `${students} students`;
  const counts = [
    ...(changed ? [`${classesText(changed)} changed`] : []),
    ...(removed ? [`${classesText(removed)} removed`] : []),
    ...(added ? [`${classesText(added)} added`] : []),
  ];
  return [
    `From ${longDate(preview.effective_from)}: ${counts.join(', ')}, for ${studentsText}.`,
    ...(before ? [`Until now ${meetingText(before)}.`] : []),
    ...(after ? [`Then ${meetingText(after)}.`] : []),
    ...(weeks_left
      ? [`No longer in ${weeksOf({ weeks: weeks_left, first_week: preview.first_week })}.`]
      : []),
    ...(isLast(preview) ? ['No date is left.'] : []),
    ...(weeks.length ? [weeksText(weeks)] : []),
    ...(unchanged
      ? [`${classesText(unchanged)} with marks, notes or a check-in stay as they are.`]
      : []),
    ...(dropped.length
      ? [`What was changed by hand goes on ${dropped.map(shortDay).join('; ')}.`]
      : []),
  ].join(' ');
}

export const changedText = (from: string): string => `Changed from ${longDate(from)}`;
