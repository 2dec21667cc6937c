import { Text } from '@mantine/core';
import { StudentPhoto } from '../../ui/StudentPhoto.tsx';
import classes from './Attendance.module.css';
import type { TapResult } from './useMarking.ts';

/** Who has just tapped, readable from the door. */
export function TapPanel({ result }: { result: TapResult | null }) {
  return (
    <div className={classes.tap} data-tone={result?.tone ?? 'none'} aria-live="assertive" data-testid="tap">
      {result ? (
        <div key={result.number} className={classes.tapInner}>
          {result.student && <StudentPhoto student={result.student} size={96} />}
          <div>
            <Text className={classes.tapName}>{result.student?.name ?? result.tapped}</Text>
            {result.student && <Text size="sm">{result.student.student_id}</Text>}
            <Text fw={600} className={classes.tapText}>
              {result.text}
            </Text>
          </div>
        </div>
      ) : (
        <Text c="dimmed" size="sm">
          Ready. Cards are read whatever you are doing on this page.
        </Text>
      )}
    </div>
  );
}
