import { Alert, Text, Title } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { ConflictPanel } from '../attendance/ConflictPanel.tsx';
import classes from './Enrolment.module.css';
import { roomText, type Outcome } from './useEnrolling.ts';

/** Who is (or would be) enrolled, who conflicts with what, and which rooms are too small. */
export function OutcomePanel({ outcome }: { outcome: Outcome }) {
  const { results, fail, over_capacity, preview } = outcome;
  const panel = useRef<HTMLElement>(null);
  useEffect(() => {
    panel.current?.scrollIntoView({ block: 'start' });
    panel.current?.focus({ preventScroll: true });
  }, [outcome]);
  return (
    <section ref={panel} tabIndex={-1} className={`at-card ${classes.outcome}`} aria-labelledby="outcome-title">
      <Title order={2} size="h5" id="outcome-title">
        {preview ? 'Preview: nothing is written yet' : 'Done'}
      </Title>
      <Text role="status">
        {results.length} {preview ? 'can be enrolled' : 'enrolled'}
        {fail.length > 0 && `, ${fail.length} cannot`}
      </Text>
      {over_capacity.length > 0 && (
        <Alert color="yellow" variant="outline" title="Above the room’s capacity">
          {over_capacity.map((room) => (
            <Text key={room.class_schedule} size="sm">
              {roomText(room)}
            </Text>
          ))}
        </Alert>
      )}
      {fail.map((one) => (
        <div key={one.student_id}>
          <Text fw={600} mb={4}>
            {one.student_id} {one.name}: {one.status}
          </Text>
          {one.class_schedules && <ConflictPanel conflicts={one.class_schedules} titleId={`conflict-${one.student_id}`} />}
        </div>
      ))}
    </section>
  );
}
