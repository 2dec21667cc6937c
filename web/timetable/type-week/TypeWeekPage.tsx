import { Button, Checkbox, Group, SegmentedControl, Text } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { limits } from '#contract/limits.ts';
import { classScheduleEndpoints, getUsedTimes } from '#contract/timetable/timetable.endpoints.ts';
import type { Weekday } from '#contract/weekdays.ts';
import { request } from '#web/platform/api.ts';
import { useSession } from '#web/platform/SessionProvider.tsx';
import { BackButton } from '#web/ui/BackButton.tsx';
import { useLeaveQuestion } from '#web/ui/form/useLeaveQuestion.ts';
import { PleaseWait } from '#web/ui/PleaseWait.tsx';
import { resourceKey } from '#web/ui/resource.ts';
import { toast } from '#web/ui/toasts.ts';
import { counted } from '#web/ui/format.ts';
import { PageHead } from '#web/ui/PageHead.tsx';
import { timetableResource } from '../class-schedules/resource.tsx';
import { AddedBand } from './AddedBand.tsx';
import { Findings, placeText } from './Findings.tsx';
import { hasNextPeriod, withNextPeriod, type Fixed } from './grid-state.ts';
import type { Choices } from './names.ts';
import { groupError, linesOf, problemsOf, sentOf, type Judged, type Terms } from './new-classes.ts';
import { pastedText } from './pasted.ts';
import { firstPeriods } from './periods.ts';
import { TypingGrid } from './TypingGrid.tsx';
import { useJudged } from './useJudged.ts';
import { useNames } from './useNames.ts';
import { useSaveWeek } from './useSaveWeek.tsx';
import { useSemesterNow } from './useSemester.ts';
import { useTyping, type Cell } from './useTyping.ts';
import { WeekTerms, type WeekOf } from './WeekTerms.tsx';
import classes from './TypeWeek.module.css';

const none: Choices = { subject: [], classroom: [], teacher: [] };
const weekend: readonly Weekday[] = ['Saturday', 'Sunday'];

/** The teacher or the room whose week it is, which each new class has. */
function fixedOf({ kind, id }: WeekOf, choices: Choices): Fixed {
  if (kind !== 'teacher' && kind !== 'classroom') return {};
  const one = choices[kind].find((choice) => choice.id === id);
  return one ? { [kind]: one } : {};
}

/** The classes of the teacher, the room or the cohort whose week is typed. */
function useStored(semester: number | null, { kind, id }: WeekOf) {
  const query = {
    semester: semester ?? undefined,
    ...(kind && id !== null && { [kind]: id }),
    limit: limits.classesAtOnce,
  };
  const { data } = useQuery({
    queryKey: resourceKey(timetableResource, 'typed week', query),
    queryFn: ({ signal }) => request(classScheduleEndpoints.list, { query, signal }),
    enabled: semester !== null && kind !== null && id !== null,
    placeholderData: keepPreviousData,
  });
  return semester !== null && kind !== null && id !== null ? (data?.results ?? []) : [];
}

/** A grid of weekdays and times for many new classes (R-MANY-1, R-MANY-4). */
export function TypeWeekPage() {
  const search = useSearch({ from: '/timetable/grid' });
  const { weekdays } = useSession().config;
  const [given, setTerms] = useState<Terms>({
    semester_id: Number(search.semester) || null,
    class_type: 'Lecture',
    weeks: undefined,
    group_name: '',
  });
  const [isChosen, setChosen] = useState(given.semester_id !== null);
  const now = useSemesterNow();
  const terms = { ...given, semester_id: isChosen ? given.semester_id : (now ?? null) };
  const [of, setOf] = useState<WeekOf>({ kind: null, id: null });
  const isNarrow = useMediaQuery('(max-width: 48em)', undefined, {
    getInitialValueInEffect: false,
  });
  const { choices, error } = useNames();
  const fixed = fixedOf(of, choices ?? none);

  const times = useQuery({
    queryKey: resourceKey(timetableResource, 'times', terms.semester_id),
    queryFn: ({ signal }) =>
      request(getUsedTimes, {
        query: terms.semester_id === null ? {} : { semester: terms.semester_id },
        signal,
      }),
    enabled: isChosen || now !== undefined,
    placeholderData: keepPreviousData,
    staleTime: 60_000,
  });
  const [weekends, setWeekends] = useState<boolean | null>(null);
  const isWeekend = weekends ?? times.data?.days.some((day) => weekend.includes(day)) ?? false;
  const days = weekdays.filter((day) => isWeekend || !weekend.includes(day));
  const [only, setOnly] = useState<Weekday | null>(null);
  const shownDay = only !== null && days.includes(only) ? only : (days[0] ?? 'Monday');
  const columns = isNarrow ? [shownDay] : days;
  const typing = useTyping({
    choices: choices ?? none,
    fixed,
    days: columns,
    allDays: days,
  });
  const { grid, begin } = typing;

  // The rows follow the semester until something is typed; afterwards they stay as they are.
  const isUntouched = grid.classes.length === 0 && !typing.canUndo;
  const [rowsOf, setRowsOf] = useState<number | null | undefined>(undefined);
  const isRead = times.data !== undefined && !times.isPlaceholderData;
  if (isRead && isUntouched && rowsOf !== terms.semester_id) {
    setRowsOf(terms.semester_id);
    begin({ periods: firstPeriods(times.data), classes: [] });
  }

  const groupProblem = groupError(terms.group_name);
  const sent = groupProblem === null ? sentOf(grid, terms) : null;
  const { judged, error: judgeError, isJudging, isTooMany } = useJudged(sent);
  const lines = linesOf(grid, judged, typing.editing?.key);
  const [weeksProblem, setWeeksProblem] = useState<string | null>(null);
  /** What a new judgement of the classes has for a question about them. */
  const questionsOf = (found: Judged) => {
    const fresh = linesOf(grid, found, undefined);
    return {
      count: fresh.never.length + fresh.clashCount,
      lines: [...fresh.never, ...fresh.clashes].map((line) => ({
        ...line,
        text: `${placeText(grid, line.key)}: ${line.text}`,
      })),
    };
  };
  const saving = useSaveWeek(questionsOf, () => begin({ ...grid, classes: [] }));
  const stored = useStored(terms.semester_id, of);
  const { isSaving } = saving;
  useLeaveQuestion(() => grid.classes.length > 0 && !isSaving);

  function show(key: number) {
    const one = grid.classes.find((it) => it.key === key);
    if (!one) return;
    if (isNarrow) setOnly(one.day);
    typing.go({
      row: grid.periods.findIndex((period) => period.key === one.period),
      column: isNarrow ? 0 : days.indexOf(one.day),
    });
  }
  function paste(cell: Cell, text: string) {
    const done = typing.paste(cell, text);
    if (!done) return;
    const isAll = done.columnsBeyond === 0 && done.rowsBeyond === 0;
    toast(isAll ? 'success' : 'information', pastedText(done));
  }
  function save() {
    const [first] = lines.missing;
    const open = grid.classes.find((one) => one.questions.length > 0);
    const key = open?.key ?? first?.key;
    if (terms.semester_id === null) return toast('error', 'Choose a semester');
    if (weeksProblem !== null) return toast('error', `Weeks: ${weeksProblem}`);
    if (groupProblem !== null) return toast('error', `Group: ${groupProblem}`);
    if (key !== undefined) {
      toast('error', open ? 'Say first who or what is meant' : 'Some classes are not complete');
      return show(key);
    }
    if (sent) saving.save(sent);
  }

  const count = grid.classes.length;
  return (
    <>
      <PageHead title="Type a week">
        <BackButton />
      </PageHead>
      <div className={`at-card ${classes.page}`}>
        <WeekTerms
          terms={terms}
          change={(changed) => {
            if ('semester_id' in changed) setChosen(true);
            setTerms({ ...terms, ...changed });
          }}
          of={of}
          changeOf={setOf}
          onWeeksProblem={setWeeksProblem}
        />
        {saving.added && <AddedBand of={saving.added} semester={terms.semester_id} week={of} />}
        {error && (
          <Text c="var(--mantine-color-error)" role="alert">
            {error.message}
          </Text>
        )}
        {!error && (!choices || grid.periods.length === 0) ? (
          <PleaseWait />
        ) : (
          <>
            <p className={classes.hint}>
              {isNarrow
                ? 'Tap a cell to add a class, and a class or a time to change it.'
                : 'Arrow keys move; letters, Enter or a double click open a cell; Tab goes on: subject, room, teacher. Delete clears a cell, and cells of a spreadsheet can be pasted.'}
            </p>
            {isNarrow && (
              <SegmentedControl
                aria-label="Day"
                fullWidth
                size="xs"
                value={shownDay}
                onChange={(day) => {
                  typing.leave();
                  setOnly(day);
                }}
                data={days.map((day) => ({ value: day, label: day.slice(0, 3) }))}
              />
            )}
            <TypingGrid
              typing={typing}
              days={columns}
              stored={stored}
              choices={choices ?? none}
              fixed={fixed}
              problems={problemsOf(judged)}
              paste={paste}
              cleared={() => toast('information', 'Cleared: Undo brings it back', 'shell')}
              isNarrow={isNarrow}
            />
            <Group gap="xs">
              <Button
                size="compact-sm"
                variant="default"
                // A button that is disabled by its own click would lose the focus.
                aria-disabled={!hasNextPeriod(grid)}
                data-disabled={!hasNextPeriod(grid) || undefined}
                onClick={() => hasNextPeriod(grid) && typing.change(withNextPeriod)}
              >
                Add a row
              </Button>
              <Button
                size="compact-sm"
                variant="default"
                aria-disabled={!typing.canUndo}
                data-disabled={!typing.canUndo || undefined}
                onClick={() => typing.canUndo && typing.undo()}
              >
                Undo
              </Button>
              {weekdays.some((day) => weekend.includes(day)) && (
                <Checkbox
                  label="Weekend"
                  checked={isWeekend}
                  disabled={isWeekend && grid.classes.some(({ day }) => weekend.includes(day))}
                  onChange={({ currentTarget }) => setWeekends(currentTarget.checked)}
                />
              )}
            </Group>
          </>
        )}
        <Findings grid={grid} lines={lines} typing={typing} choices={choices ?? none} show={show} />
        <Group justify="space-between" className={classes.foot}>
          <p role="status" aria-busy={isJudging || undefined}>
            {statusText()}
          </p>
          <Button loading={isSaving} disabled={count === 0 || isTooMany} onClick={save}>
            {count === 0 ? 'Add' : `Add ${counted(count, 'class', 'classes')}`}
          </Button>
        </Group>
      </div>
    </>
  );

  function statusText(): string {
    if (isTooMany) return `At most ${limits.classesAtOnce} classes at once.`;
    if (judgeError && sent) return 'Clashes cannot be looked up now: saving asks about them.';
    if (!sent || !judged)
      return count > 0 && terms.semester_id === null ? 'Choose a semester.' : '';
    const clashes = lines.clashCount;
    return `${counted(judged.keys.length, 'class', 'classes')} with ${counted(judged.found.dates, 'date')}. ${
      clashes === 0 ? 'No clashes.' : `${counted(clashes, 'clash', 'clashes')}.`
    }`;
  }
}
