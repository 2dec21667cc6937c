import { Button, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { StudentPhoto } from '#web/ui/StudentPhoto.tsx';
import { useSteadyPress } from '#web/ui/useSteadyPress.ts';
import classes from './Attendance.module.css';
import type { TapResult } from './tap-result.ts';

/** Longer names are written in smaller letters on a phone, where two lines of them are all that fits. */
const longName = 14;

interface TapPanelProps {
  result: TapResult | null;
  /** The last command, with the student ID of a tap; null when there is nothing to undo. */
  undoable: { title: string; tapped?: string; command?: object } | null;
  undo: () => void;
  /** What to do about the last tap. */
  children?: ReactNode;
}

/** The student of the last tap, readable from the door, with a button that undoes the last command until the next one. */
export function TapPanel({ result, undoable, undo, children }: TapPanelProps) {
  const steady = useSteadyPress(undoable?.command, 'Another mark came in: press again');
  const who = result?.student?.name ?? result?.tapped ?? '';
  const isShown = undoable?.tapped !== undefined && undoable.tapped === result?.student?.student_id;
  return (
    <div
      className={classes.tap}
      data-tone={result?.tone ?? 'none'}
      data-beside={(undoable && !isShown) || undefined}
    >
      <div aria-live="assertive" data-testid="tap" className={classes.tapResult}>
        {result ? (
          <div key={result.number} className={classes.tapInner}>
            {result.student && <StudentPhoto student={result.student} size={64} />}
            <div>
              <Text className={classes.tapName} data-long={who.length > longName || undefined}>
                {who}
              </Text>
              <Text fw={600} className={classes.tapText}>
                {result.student && (
                  <span className={classes.tapId}>{result.student.student_id} </span>
                )}
                {result.text}
              </Text>
            </div>
          </div>
        ) : (
          <Text c="dimmed" size="sm">
            Ready for cards and IDs.
          </Text>
        )}
      </div>
      {children}
      {undoable && (
        <Button
          variant="default"
          size="compact-sm"
          className={classes.undo}
          aria-label={`Undo: ${undoable.title}`}
          {...steady}
          onClick={undo}
        >
          {/* Beside the student whom it is about, the panel says whom and what. */}
          {isShown ? 'Undo' : `Undo: ${undoable.title}`}
        </Button>
      )}
    </div>
  );
}
