import type { ReactNode } from 'react';
import classes from './SmallLines.module.css';

interface SmallLinesProps {
  /** As CSS; long lines are continued below. */
  width: string;
  /** All of it as one text, on hover. */
  title?: string;
  children: ReactNode;
}

/** Several facts below one another in a cell of a list: each child is a line. */
export function SmallLines({ width, title, children }: SmallLinesProps) {
  return (
    <span className={classes.lines} style={{ '--lines-width': width }} title={title}>
      {children}
    </span>
  );
}
