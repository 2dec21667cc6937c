import { Text } from '@mantine/core';
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react';
import { useState } from 'react';
import type { RunningRollCall } from '#contract/attendance/building.ts';
import { countsOf } from '#contract/attendance/building-counts.ts';
import { timeOfDay } from '#contract/texts.ts';
import { countOf, counted } from '#web/ui/format.ts';
import { kindTitles } from './kind-titles.ts';
import type { ShownPerson } from './shown.ts';
import classes from './Building.module.css';

interface RollCallBandProps {
  rollCall: RunningRollCall | null;
  people: readonly ShownPerson[];
  isOffline: boolean;
  timeZone: string;
}

/** The figures of the whole building: who is accounted for, or without a roll call who was seen. */
export function RollCallBand({ rollCall, people, isOffline, timeZone }: RollCallBandProps) {
  const { expected, accounted, others } = countsOf(people);
  const unseen = people.filter(({ expected, state }) => expected && state === 'not_seen').length;
  if (!rollCall)
    return (
      <Text c="dimmed">
        {counted(expected, 'person', 'people')} expected here now, {countOf(unseen)} of them not yet
        seen.
      </Text>
    );
  return (
    <section className={`at-card ${classes.band}`} aria-label="Roll call" data-kind={rollCall.kind}>
      <p>
        <b>{kindTitles[rollCall.kind]}</b>, started {timeOfDay(rollCall.started_at, timeZone)} by{' '}
        {rollCall.started_by}
      </p>
      {rollCall.note && <Note text={rollCall.note} />}
      <p className={classes.figures}>
        <span>
          <b>{countOf(accounted)}</b> of {countOf(expected)} accounted for
        </span>
        <span data-missing={expected > accounted || undefined}>
          <b>{countOf(expected - accounted)}</b> missing
        </span>
        {others > 0 && <span>and {counted(others, 'other')}</span>}
        {isOffline && <span className={classes.offline}>No network</span>}
      </p>
      <progress
        className={classes.progress}
        max={Math.max(expected, 1)}
        value={accounted}
        aria-label="Accounted for"
      />
    </section>
  );
}

/** One line, so that the band leaves room for the list; a press shows all of it. */
function Note({ text }: { text: string }) {
  const [isWhole, setWhole] = useState(false);
  return (
    <button
      type="button"
      className={classes.note}
      aria-expanded={isWhole}
      onClick={() => setWhole(!isWhole)}
    >
      <span>{text}</span>
      {isWhole ? (
        <IconChevronDown size={16} aria-hidden="true" />
      ) : (
        <IconChevronRight size={16} aria-hidden="true" />
      )}
    </button>
  );
}
