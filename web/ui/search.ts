import { useSearch } from '@tanstack/react-router';

/**
 * The parameters of the address as text, for lists, forms and parts of pages that several routes
 * show; a page with parameters of its own reads them from its route.
 */
export const useTextSearch = (): Readonly<Record<string, string | undefined>> => {
  const search: Record<string, string | undefined> = useSearch({ strict: false });
  return search;
};

/** The id of the record that the form at the address edits; undefined when it adds one. */
export const useEdited = (): string | undefined => useTextSearch().edit;
