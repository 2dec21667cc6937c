import { Pagination, Text } from '@mantine/core';
import { limits } from '#contract/limits.ts';
import classes from './List.module.css';
import { countOf } from '../format.ts';

/** "Showing 1–20 of 1,543 items", and links to other pages. */
export function Paging({
  page,
  total,
  shown,
  go,
}: {
  page: number;
  total: number;
  shown: number;
  go: (page: number) => void;
}) {
  const first = (page - 1) * limits.pageSize + 1;
  const pages = Math.ceil(total / limits.pageSize);
  return (
    <div className={classes.foot}>
      <Text size="sm" c="dimmed" role="status">
        {shown > 0 ? (
          `Showing ${countOf(first)}–${countOf(first + shown - 1)} of ${countOf(total)} items`
        ) : (
          <span className="at-hidden">No items</span>
        )}
      </Text>
      {pages > 1 && (
        <Pagination
          component="nav"
          aria-label="Pages"
          size="sm"
          withEdges
          total={pages}
          value={Math.min(page, pages)}
          onChange={go}
          getItemProps={(item) => ({ 'aria-label': `Page ${item}` })}
          getControlProps={(control) => ({
            'aria-label': `${control.charAt(0).toUpperCase()}${control.slice(1)} page`,
          })}
        />
      )}
    </div>
  );
}
