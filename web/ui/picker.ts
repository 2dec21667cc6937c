import type { z } from 'zod';
import type { ListEndpoint, ResourceCalls, RowEndpoint } from './resource.ts';

// oxlint-disable-next-line typescript/no-explicit-any -- rows of every kind: each source knows its own.
interface PickerCalls<Row = any> extends Pick<ResourceCalls<Row>, 'name'> {
  list: ListEndpoint<Row>;
  get: RowEndpoint<{ responses: { 200: z.ZodType<Row> } }>;
}

/** The source of a picker's options: rows of a list of the API, searched by text. */
export interface PickerSource {
  /** "Error loading {title} options". */
  title: string;
  calls: PickerCalls;
  // oxlint-disable-next-line typescript/no-explicit-any -- rows of every kind: each source knows its own.
  label: (row: any) => string;
  /** What is shown as well where two options have the same label. */
  // oxlint-disable-next-line typescript/no-explicit-any -- as above.
  apart?: (row: any) => string;
  /** Always sent with the search. */
  query?: Record<string, string | number>;
}

/** Makes a source whose label is typed by its rows. */
export const pickerOf = <Row extends { id: number }>(
  source: Omit<PickerSource, 'label' | 'apart' | 'calls'> & {
    calls: PickerCalls<Row>;
    label: (row: NoInfer<Row>) => string;
    apart?: (row: NoInfer<Row>) => string;
  },
): PickerSource => source;
