/** What a picker chooses from: rows of a list of the API, found by their text. */
export interface PickerSource {
  /** "Error loading {title} options". */
  title: string;
  /** Below `attendance/`. */
  api: string;
  // oxlint-disable-next-line typescript/no-explicit-any -- each source knows its own rows; pickers hold sources of every kind.
  label: (row: any) => string;
  /** Always sent with the search. */
  query?: Record<string, string | number>;
}

/** Makes a source whose label is typed by its rows. */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- it types the label where the source is made.
export const pickerOf = <Row>(source: Omit<PickerSource, 'label'> & { label: (row: Row) => string }): PickerSource => source;
