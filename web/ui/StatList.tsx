import type { ReactNode } from 'react';
import classes from './StatList.module.css';

/** A list of figures with their labels. */
export function StatList({ stats }: { stats: [title: string, value: ReactNode][] }) {
  return (
    <dl className={classes.stats}>
      {stats.map(([title, value]) => (
        <div key={title}>
          <dt>{title}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
