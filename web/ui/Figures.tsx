import classes from './Figures.module.css';

/** Numbers that sum something up, each with what it is. */
export function Figures({ of }: { of: [title: string, value: string | number][] }) {
  return (
    <dl className={classes.figures}>
      {of.map(([title, value]) => (
        <div key={title}>
          <dt>{title}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
