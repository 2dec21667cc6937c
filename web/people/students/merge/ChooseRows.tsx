import { Radio, Text, Title } from '@mantine/core';
import { useId, type ReactNode } from 'react';
import type { MergedField, MergePreview, Side } from '#contract/people/merge.ts';
import { useSession } from '#web/platform/SessionProvider.tsx';
import { longDate, moment } from '#web/ui/format.ts';
import { fullName } from '#contract/person-name.ts';
import { StudentPhoto } from '#web/ui/StudentPhoto.tsx';
import { ways } from '#contract/attendance/way-names.ts';
import { cardStateLabel } from '../labels.ts';
import classes from './Merge.module.css';

export interface ChoiceRow {
  key: string;
  title: string;
  keep: ReactNode;
  remove: ReactNode;
  value: Side;
  onChange: (side: Side) => void;
}

interface ChooseRowsProps {
  title: string;
  /** The text without rows. */
  empty: string;
  /** The student IDs of who stays and who goes. */
  labels: [keep: string, remove: string];
  rows: ChoiceRow[];
}

/** Two values side by side, one of which is chosen in each row. */
export function ChooseRows({ title, empty, labels, rows }: ChooseRowsProps) {
  const id = useId();
  return (
    <section className={`at-card ${classes.part}`} aria-labelledby={id}>
      <Title order={2} size="h4" id={id}>
        {title}
      </Title>
      {rows.length === 0 && (
        <Text size="sm" c="dimmed">
          {empty}
        </Text>
      )}
      {rows.map((row) => (
        <Radio.Group
          key={row.key}
          label={row.title}
          value={row.value}
          onChange={(value) => row.onChange(value === 'remove' ? 'remove' : 'keep')}
          className={classes.row}
        >
          <div className={classes.sides}>
            <Radio value="keep" label={row.keep} description={labels[0]} />
            <Radio value="remove" label={row.remove} description={labels[1]} />
          </div>
        </Radio.Group>
      ))}
    </section>
  );
}

/** A field's value as the student's page shows it. */
export function FieldValue({
  name,
  value,
  student,
}: {
  name: MergedField;
  value: string | null;
  student: MergePreview['keep'];
}) {
  if (name === 'profile_image')
    return value ? (
      <>
        <StudentPhoto student={{ name: fullName(student), profile_image: value }} size={48} /> photo
      </>
    ) : (
      'no photo'
    );
  if (!value) return 'empty';
  if (name === 'date_of_birth') return longDate(value);
  return name === 'gender' || name === 'card_print_status' ? cardStateLabel(value) : value;
}

/** A mark with its details, who made it, and when. */
export function MarkText({ mark }: { mark: MergePreview['marks'][number]['keep'] }) {
  const { time_zone: timeZone } = useSession().config;
  const details = [
    mark.late_minutes !== null && `${mark.late_minutes} min late`,
    mark.left_early_minutes !== null && `left ${mark.left_early_minutes} min early`,
    mark.excused && 'excused',
  ].filter(Boolean);
  return (
    <>
      <b>{[mark.status, ...details].join(', ')}</b>
      {', '}
      {[ways[mark.how], mark.marked_by, moment(mark.marked_at, timeZone)]
        .filter(Boolean)
        .join(', ')}
    </>
  );
}
