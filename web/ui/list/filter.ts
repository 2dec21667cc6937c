import type { Address, QueryOf } from '#contract/endpoint.ts';
import type { PickerSource } from '../picker.ts';

interface Choice {
  value: string;
  label: string;
}

/** A filter of a list; its value is in the address under its name. */
export type Filter<Name extends string = string> =
  | PanelFilter<Name>
  | UnofferedFilter<Name>
  | { kind: 'own'; name: Name };

/** One that the user is not offered: in an address of somebody else it is sent, named and removed like the others. */
interface UnofferedFilter<Name extends string = string> {
  kind: 'unoffered';
  name: Name;
  title: string;
}

/** A filter of the list that a call returns, under a name of the call's query. */
export type FilterOf<List extends Address> = Filter<keyof QueryOf<List> & string>;

/** … in the panel of filters; `own` ones have a control of the page. */
export type PanelFilter<Name extends string = string> =
  /** Any of several: checkboxes. */
  | { kind: 'checkbox'; name: Name; title: string; choices: Choice[] }
  /** One of several. */
  | { kind: 'select'; name: Name; title: string; choices: Choice[] }
  /** One of many, searched on the server. */
  | { kind: 'picker'; name: Name; title: string; source: PickerSource }
  /** A period under two names; `ownControl` when the page has a control for it outside of the filters. */
  | { kind: 'dates'; name: Name; until: Name; title: string; ownControl?: true };

/** The names in the address that a filter uses. */
export const namesOf = (filter: Filter): string[] =>
  filter.kind === 'dates' ? [filter.name, filter.until] : [filter.name];

/** A filter that only some users are offered; no filter of an address is left out for the others (R-REPORT-4). */
export const offeredIf = <Name extends string>(
  isOffered: boolean,
  filter: PanelFilter<Name>,
): Filter<Name> =>
  isOffered ? filter : { kind: 'unoffered', name: filter.name, title: filter.title };

export type NamedFilter = PanelFilter | UnofferedFilter;

/** Whether it is named above the list while it has a value. */
export const isNamed = (filter: Filter): filter is NamedFilter =>
  inPanel(filter) || filter.kind === 'unoffered';

/** Whether it is one of many, searched on the server. */
export const isPicker = <Name extends string>(
  filter: Filter<Name>,
): filter is Extract<Filter<Name>, { kind: 'picker' }> => filter.kind === 'picker';

/** Whether the filter panel shows it. */
export const inPanel = (filter: Filter): filter is PanelFilter =>
  filter.kind !== 'own' &&
  filter.kind !== 'unoffered' &&
  (filter.kind !== 'dates' || !filter.ownControl);

export const choicesOf = <const Value extends string | number>(
  values: readonly Value[],
  label: (value: string) => string = (value) => value,
): (Choice & { value: `${Value}` })[] =>
  values.map((value) => ({ value: `${value}`, label: label(String(value)) }));
