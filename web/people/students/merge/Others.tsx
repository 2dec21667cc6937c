import { Checkbox, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import type { MergePreview } from '#contract/people/merge.ts';
import { longDate } from '#web/ui/format.ts';
import { ChooseRows } from './ChooseRows.tsx';
import type { Decisions } from './decisions.ts';
import classes from './Merge.module.css';

interface OthersProps {
  preview: MergePreview;
  decided: Decisions;
  onChange: (next: (all: Decisions) => Decisions) => void;
}

const days = ({ from, to }: { from: string; to: string | null }) =>
  to === null ? `from ${longDate(from)}` : `${longDate(from)} to ${longDate(to)}`;

const unexcusedText = (absences: number): string =>
  absences === 1
    ? '1 absence becomes unexcused: no other leave covers it.'
    : `${absences} absences become unexcused: no other leave covers them.`;

const toggled = (ids: number[], id: number, on: boolean) =>
  on ? [...ids, id] : ids.filter((other) => other !== id);

/** Enrolments that become one, leaves, cohorts, follow-ups, and classes at the same time. */
export function Others({ preview, decided, onChange }: OthersProps) {
  const { keep, remove, enrolments, leaves, cohorts, follow_ups, overlaps } = preview;
  return (
    <>
      {enrolments.length > 0 && (
        <Part title="Enrolments in the same class">
          <ul className={classes.list}>
            {enrolments.map((it) => (
              <li key={it.class_schedule}>
                {it.subject_code} {it.subject_name}: {it.united.map(days).join('; ')}
              </li>
            ))}
          </ul>
        </Part>
      )}
      {overlaps.length > 0 && (
        <Part title="Classes at the same time">
          <Text size="sm">
            From today on the student is in classes that overlap. They are clashes in the timetable:
            end one of the enrolments afterwards.
          </Text>
          <ul className={classes.list}>
            {overlaps.map((it) => (
              <li key={`${it.subject_code} ${it.day_of_week} ${it.start_time}`}>
                {it.subject_code}, {it.day_of_week} {it.start_time.slice(0, 5)}
              </li>
            ))}
          </ul>
        </Part>
      )}
      {follow_ups.length > 0 && (
        <ChooseRows
          title="Open follow-ups: which one goes on"
          empty=""
          labels={[keep.student_id, remove.student_id]}
          rows={follow_ups.map((it, at) => ({
            key: String(it.keep.id),
            title: it.subject_code ?? 'All subjects',
            keep: `${it.keep.owner}, due ${longDate(it.keep.due_on)}`,
            remove: `${it.remove.owner}, due ${longDate(it.remove.due_on)}`,
            value: decided.followUps[at] ?? 'keep',
            onChange: (side) =>
              onChange((all) => ({ ...all, followUps: all.followUps.with(at, side) })),
          }))}
        />
      )}
      {leaves.length > 0 && (
        <Part title="Approved leaves with days in common">
          <Text size="sm">Both stay, unless you archive one.</Text>
          {leaves
            .flatMap((it) => [
              { ...it.keep, of: keep.student_id },
              { ...it.remove, of: remove.student_id },
            ])
            .filter((it, at, all) => all.findIndex(({ id }) => id === it.id) === at)
            .map((it) => (
              <Checkbox
                key={it.id}
                label={`Archive ${days(it)} (${it.of})`}
                description={it.unexcused > 0 ? unexcusedText(it.unexcused) : undefined}
                checked={decided.archivedLeaves.includes(it.id)}
                onChange={({ currentTarget: { checked } }) =>
                  onChange((all) => ({
                    ...all,
                    archivedLeaves: toggled(all.archivedLeaves, it.id, checked),
                  }))
                }
              />
            ))}
        </Part>
      )}
      {cohorts.length > 0 && (
        <Part title="Different cohorts">
          <Text size="sm">
            The student is in all of them, unless you end one. Its classes stay until they are
            ended.
          </Text>
          {cohorts.map((it) => (
            <Checkbox
              key={it.id}
              label={`End ${it.name} (${preview[it.of].student_id})`}
              checked={decided.endedCohorts.includes(it.id)}
              onChange={({ currentTarget: { checked } }) =>
                onChange((all) => ({
                  ...all,
                  endedCohorts: toggled(all.endedCohorts, it.id, checked),
                }))
              }
            />
          ))}
        </Part>
      )}
    </>
  );
}

const Part = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className={`at-card ${classes.part}`} aria-label={title}>
    <Title order={2} size="h4">
      {title}
    </Title>
    {children}
  </section>
);
