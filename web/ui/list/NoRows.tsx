import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { messages, noneFound } from '#contract/texts.ts';
import { EmptyState } from '../EmptyState.tsx';

interface NoRowsProps {
  /** The list's heading. */
  title: string;
  archived: boolean;
  /** How many pages the list has: with any, this page is after the last. */
  pages: number;
  /** A search or filters are set. */
  isShaped: boolean;
  goToLastPage: () => void;
  /** Clears the search and the filters. */
  clearShape: () => void;
  /** Shown below the title of an empty list: how to fill it. */
  children: ReactNode;
}

/** Says why a list shows no rows, and what can be done about it. */
export function NoRows({
  title,
  archived,
  pages,
  isShaped,
  goToLastPage,
  clearShape,
  children,
}: NoRowsProps) {
  if (pages > 0)
    return (
      <EmptyState title={pages === 1 ? 'There is only one page' : `There are only ${pages} pages`}>
        <Button variant="default" onClick={goToLastPage}>
          Go to the last page
        </Button>
      </EmptyState>
    );
  return (
    <EmptyState title={archived || !isShaped ? noneFound(title) : messages.noDataAvailable}>
      {isShaped ? (
        <Button variant="default" onClick={clearShape}>
          Clear search and filters
        </Button>
      ) : (
        !archived && children
      )}
    </EmptyState>
  );
}
