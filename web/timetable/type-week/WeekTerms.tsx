import { TextInput } from '@mantine/core';
import { Select } from '#web/ui/Select.tsx';
import { classTypes } from '#contract/weekdays.ts';
import { useCan, useMayFilter } from '#web/platform/SessionProvider.tsx';
import { semesterPicker } from '#web/school/semesters.ts';
import { isPicker } from '#web/ui/list/filter.ts';
import { Picker } from '#web/ui/Picker.tsx';
import { weekFilters } from '../class-schedules/filters.ts';
import { WeeksInput } from '../class-schedules/WeeksInput.tsx';
import { groupError, type Terms } from './new-classes.ts';
import classes from './TypeWeek.module.css';

/** Whose week is typed: a teacher, a room or a cohort. */
export interface WeekOf {
  kind: string | null;
  id: number | null;
}

interface WeekTermsProps {
  terms: Terms;
  change: (terms: Partial<Terms>) => void;
  of: WeekOf;
  changeOf: (of: WeekOf) => void;
  /** Called with what is wrong with the typed weeks; null for nothing. */
  onWeeksProblem: (problem: string | null) => void;
}

/** What all classes of the grid have in common, and whose week it is. */
export function WeekTerms({ terms, change, of, changeOf, onWeeksProblem }: WeekTermsProps) {
  const can = useCan();
  const mayFilter = useMayFilter();
  const kinds = weekFilters(can, mayFilter).filter(isPicker);
  const kind = kinds.find(({ name }) => name === of.kind);
  return (
    <div className={classes.terms}>
      <Picker
        label="Semester"
        source={semesterPicker}
        value={terms.semester_id}
        withAsterisk
        onChange={(semester_id) => change({ semester_id })}
      />
      <Select
        label="Week of"
        placeholder="No one in particular"
        clearable
        data={kinds.map(({ name, title }) => ({ value: name, label: title }))}
        value={of.kind}
        onChange={(name) => changeOf({ kind: name, id: null })}
      />
      {kind && (
        <Picker
          label={kind.title}
          source={kind.source}
          value={of.id}
          onChange={(id) => changeOf({ kind: kind.name, id })}
        />
      )}
      <Select
        label="Class type"
        data={classTypes}
        allowDeselect={false}
        value={terms.class_type}
        onChange={(next) => next && change({ class_type: next })}
      />
      <WeeksInput
        semester={terms.semester_id}
        value={terms.weeks}
        onChange={(weeks) => change({ weeks })}
        onProblem={onWeeksProblem}
      />
      <TextInput
        label="Group"
        placeholder="None, or 12A"
        maxLength={30}
        value={terms.group_name}
        error={groupError(terms.group_name)}
        autoComplete="off"
        onChange={({ currentTarget }) => change({ group_name: currentTarget.value })}
      />
    </div>
  );
}
