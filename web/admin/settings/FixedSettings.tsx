import classes from './Settings.module.css';

export interface FixedSetting {
  label: string;
  value: string;
  /** The environment variable. */
  variable: string;
}

/** Settings that only the environment can change. */
export function FixedSettings({ of }: { of: FixedSetting[] }) {
  return (
    <dl className={classes.fixed}>
      {of.map(({ label, value, variable }) => (
        <div key={variable}>
          <dt>{label}</dt>
          <dd>
            {value}
            <small>Set by the environment ({variable})</small>
          </dd>
        </div>
      ))}
    </dl>
  );
}
