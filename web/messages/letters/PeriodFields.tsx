import { Text } from '@mantine/core';
import { DateInput } from '#web/ui/DateInput.tsx';
import { Picker } from '#web/ui/Picker.tsx';
import { semesterPicker } from '#web/school/semesters.ts';
import type { Period } from './choice.ts';
import classes from './Letters.module.css';

interface PeriodFieldsProps {
  period: Period;
  onChange: (period: Period) => void;
}

/** The period of a certificate: a semester, or two dates at most 366 days apart. */
export function PeriodFields({ period, onChange }: PeriodFieldsProps) {
  return (
    <>
      <div className={classes.period}>
        <Picker
          label="Semester"
          source={semesterPicker}
          value={period.semester}
          onChange={(semester) => onChange({ ...period, semester })}
        />
        {period.semester === null && (
          <>
            <DateInput
              label="From"
              value={period.from}
              onChange={(from) => onChange({ ...period, from })}
            />
            <DateInput
              label="To"
              value={period.to}
              onChange={(to) => onChange({ ...period, to })}
            />
          </>
        )}
      </div>
      <Text size="sm" c="dimmed">
        Classes until today are counted. Without a semester: two dates, at most 366 days apart.
      </Text>
    </>
  );
}
