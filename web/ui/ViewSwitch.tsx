import { useId, type ReactNode } from 'react';

interface ViewSwitchProps<View extends string> {
  value: View;
  onChange: (view: View) => void;
  views: { value: View; title: string; icon: ReactNode }[];
  /** Shows the titles where the window is wide enough. */
  isNamed?: boolean;
}

/**
 * Switches the view of the same rows. Radio buttons without a measured indicator: measuring
 * costs a whole layout.
 */
export function ViewSwitch<View extends string>({
  value,
  onChange,
  views,
  isNamed = false,
}: ViewSwitchProps<View>) {
  const name = useId();
  return (
    <div className="at-views" data-named={isNamed || undefined} role="radiogroup" aria-label="View">
      {views.map((view) => (
        <label key={view.value} title={view.title}>
          <span className="at-hidden">{view.title}</span>
          <input
            type="radio"
            className="at-hidden"
            name={name}
            checked={view.value === value}
            onChange={() => onChange(view.value)}
          />
          {view.icon}
        </label>
      ))}
    </div>
  );
}
