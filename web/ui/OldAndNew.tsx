import type { RowChange } from '#contract/bulk-operation-terms.ts';
import { fieldTitle } from './field-title.ts';
import { longDate } from './format.ts';
import classes from './OldAndNew.module.css';

type Value = string | number | boolean | null;
interface Field {
  field: string;
  from: Value;
  to: Value;
}

/** Dates and times as elsewhere on the screen: `2 Mar 2026`, `09:00`. */
function textOf(value: Value): string {
  if (value === null || value === '') return '–';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  const text = String(value);
  if (/^\d{4}-\d{2}-\d{2}$/.test(text)) return longDate(text);
  return /^\d{2}:\d{2}:00$/.test(text) ? text.slice(0, 5) : text;
}

interface OldAndNewProps {
  fields: Field[];
  change: RowChange;
  /** The name of a field on screen, where a form has names of its own. */
  titleOf?: (field: string) => string;
}

/** Fields of a row with old and new values; of an added or removed row with its values. */
export function OldAndNew({ fields, change, titleOf = fieldTitle }: OldAndNewProps) {
  return fields.map(({ field, from, to }) => (
    <div key={field} className={classes.field}>
      <span className={classes.title}>{titleOf(field)}:</span>{' '}
      {change === 'changed' ? (
        <>
          <del className={classes.old}>{textOf(from)}</del> <span aria-hidden="true">→</span>
          <span className="at-hidden"> becomes</span>{' '}
          <ins className={classes.new}>{textOf(to)}</ins>
        </>
      ) : (
        textOf(change === 'added' ? to : from)
      )}
    </div>
  ));
}
