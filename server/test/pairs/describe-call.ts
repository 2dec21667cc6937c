import type { Caller } from '../test-school.ts';
import { today, type PairCall, type Rows } from './calls.ts';

type Method = 'POST' | 'PATCH' | 'DELETE';

interface Described {
  /** Who sends it; an account by default, who may do everything. */
  by?: Caller;
  body?: (rows: Rows) => object;
}

/** @param path below `attendance/`, from the rows that it names. */
export function call(
  name: string,
  about: string,
  method: Method,
  path: (rows: Rows) => string,
  { by = 'account', body }: Described = {},
): PairCall {
  return {
    name,
    about: about.split(' '),
    prepare:
      ({ school, rows }) =>
      () =>
        school.call(by, method, `attendance/${path(rows)}/`, body?.(rows)),
  };
}

export const post = (
  name: string,
  about: string,
  path: string,
  body: (rows: Rows) => object,
  by?: Caller,
) => call(name, about, 'POST', () => path, { body, ...(by && { by }) });

/** The roll of today. */
export const roll = ({ classes }: Rows) => ({ class_schedule: classes.mon9, date: today });

export const classOf = ({ classes }: Rows): string => `classschedule/${classes.mon9}`;
