import { settings, type SettingName } from '#contract/settings.ts';
import { classTypes } from '#contract/weekdays.ts';
import {
  CheckboxField,
  NumberField,
  SelectField,
  TextField,
  TimeField,
} from '#web/ui/form/fields.tsx';
import { CodeField } from './CodeField.tsx';
import { PercentsField } from './PercentsField.tsx';
import { WeekdaysField } from './WeekdaysField.tsx';
import form from '#web/ui/form/Form.module.css';
import classes from './Settings.module.css';

/** The control of a setting of any kind. */
export function SettingField({ name }: { name: SettingName }) {
  const { label, help, control } = settings[name];
  // Every setting has a value: an asterisk at each would say nothing.
  const props = { name, label, description: help, optional: true };
  if (control.is === 'switch') return <CheckboxField {...props} />;
  if (control.is === 'percents') return <PercentsField {...props} />;
  if (control.is === 'weekdays') return <WeekdaysField {...props} />;
  if (control.is === 'code')
    return <CodeField name={name} label={label} description={help} kind={control.kind} />;
  if (control.is === 'time') return <TimeField {...props} />;
  if (control.is === 'line')
    return (
      <div className={form.wide}>
        <TextField {...props} />
      </div>
    );
  if (control.is === 'choice')
    return (
      <SelectField
        {...props}
        optional={false}
        choices={control.choices}
        numeric={control.numeric}
      />
    );
  if (control.is === 'number') return <NumberField {...props} suffix={` ${control.unit}`} />;
  return (
    <fieldset className={classes.types} aria-describedby={`${name}-help`}>
      <legend>{label}</legend>
      <p id={`${name}-help`}>{help}</p>
      {classTypes.map((type) => (
        <NumberField
          key={type}
          name={`${name}.${type}`}
          label={type}
          suffix={` ${control.unit}`}
          optional
        />
      ))}
    </fieldset>
  );
}
