import classes from './Settings.module.css';

export interface FixedSetting {
  label: string;
  value: string;
  /** The variable of the environment. */
  variable: string;
}

/** What the page shows and the environment alone changes. */
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
