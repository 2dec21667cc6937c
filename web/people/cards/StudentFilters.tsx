import { Checkbox } from '@mantine/core';
import type { Dispatch, SetStateAction } from 'react';
import { cohortPicker } from '#web/school/cohorts.tsx';
import { coursePicker } from '#web/school/courses.ts';
import { useCan } from '#web/platform/SessionProvider.tsx';
import { Picker } from '#web/ui/Picker.tsx';
import type { CardFilters } from './students-for-cards.ts';

interface StudentFiltersProps {
  filters: CardFilters;
  change: Dispatch<SetStateAction<CardFilters>>;
}

/** Narrows the students who are offered a card. */
export function StudentFilters({ filters, change }: StudentFiltersProps) {
  const can = useCan();
  const set = (next: Partial<CardFilters>) => change((before) => ({ ...before, ...next }));
  return (
    <>
      {(can('Cohort', 'read') || can('Enroll Student', 'read')) && (
        <Picker
          label="Cohort"
          source={cohortPicker}
          value={filters.cohort}
          onChange={(cohort) => set({ cohort })}
        />
      )}
      {(can('Courses', 'read') || can('Subjects', 'edit')) && (
        <Picker
          label="Course"
          source={coursePicker}
          value={filters.course}
          onChange={(course) => set({ course })}
        />
      )}
      <Checkbox
        label="Also students with a card"
        checked={filters.all}
        onChange={(event) => set({ all: event.currentTarget.checked })}
      />
    </>
  );
}
