import { Anchor } from '@mantine/core';
import { recordName } from '#contract/bulk-operation-terms.ts';
import { importOutcomes, isListed, type ImportOutcome } from '#contract/exchange/import-change.ts';
import type { ImportCounts } from '#contract/exchange/import-run.ts';
import { countOf } from '#web/ui/format.ts';
import classes from './Import.module.css';
import { outcomeTexts, type ShownChanges } from './shown-changes.ts';

const columns = ['created', 'updated', 'unchanged', 'archived', 'skipped'] as const;

interface CountsProps {
  counts: ImportCounts[];
  isDone: boolean;
  /** Shows the changes that a number counts; absent where they are not listed one by one. */
  show?: ((changes: ShownChanges) => void) | undefined;
}

/** How many records are added, changed and so on. */
export const Counts = ({ counts, isDone, show }: CountsProps) => (
  <section
    className="at-scroll"
    tabIndex={0}
    aria-label={isDone ? 'What was imported' : 'What would be imported'}
  >
    <table className="at-table">
      <thead>
        <tr>
          <th>Records</th>
          <th className={classes.number}>Added</th>
          <th className={classes.number}>Changed</th>
          <th className={classes.number}>As before</th>
          <th className={classes.number}>Archived or cancelled</th>
          <th className={classes.number}>Left out</th>
        </tr>
      </thead>
      <tbody>
        {counts.map((given) => (
          <tr key={given.table}>
            <th scope="row">{recordName(given.table, 2)}</th>
            {columns.map((name) => (
              <td key={name} className={classes.number}>
                <Count count={given[name]} table={given.table} outcome={name} show={show} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  </section>
);

interface CountProps extends Pick<CountsProps, 'show'> {
  count: number;
  table: string;
  outcome: (typeof columns)[number];
}

function Count({ count, table, outcome, show }: CountProps) {
  if (!show || count === 0 || !isListed(table) || !isOutcome(outcome)) return countOf(count);
  return (
    <Anchor
      component="button"
      type="button"
      inherit
      underline="always"
      title={`Show ${countOf(count)} ${recordName(table, count)} ${outcomeTexts[outcome]}`}
      onClick={() => show({ record: table, outcome })}
    >
      {countOf(count)}
    </Anchor>
  );
}

const isOutcome = (name: string): name is ImportOutcome =>
  importOutcomes.some((outcome) => outcome === name);
