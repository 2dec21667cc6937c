import { Badge, Button, Text } from '@mantine/core';
import { useState } from 'react';
import type { UploadPreview } from '#contract/student.ts';
import { OldAndNew } from '../OldAndNew.tsx';
import classes from './Upload.module.css';
import { countOf } from '../format.ts';

const step = 50;

/** What each row of a file would change: changed rows first, old and new values side by side. */
export function Preview({
  of: { rows, total },
  titleOf,
}: {
  of: UploadPreview;
  titleOf?: (field: string) => string;
}) {
  const [shown, setShown] = useState(step);
  if (rows.length === 0) return null;
  const hasLines = rows.some(({ line }) => line !== null);
  return (
    <>
      <section className={`at-scroll ${classes.rows}`} tabIndex={0} aria-label="What would change">
        <table className="at-table">
          <thead>
            <tr>
              {hasLines && <th className="at-number">Line</th>}
              <th>Name</th>
              <th>Old → new</th>
            </tr>
          </thead>
          <tbody>
            {rows.slice(0, shown).map(({ line, label, change, fields }) => (
              <tr key={`${line} ${label}`}>
                {hasLines && <td className="at-number">{line}</td>}
                <td>
                  {label}{' '}
                  {change === 'added' && (
                    <Badge variant="default" size="sm">
                      New
                    </Badge>
                  )}
                </td>
                <td>
                  <OldAndNew fields={fields} change={change} {...(titleOf && { titleOf })} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      {rows.length > shown && (
        <Button
          variant="subtle"
          size="compact-sm"
          w="fit-content"
          onClick={() => setShown(shown + step)}
        >
          Show more
        </Button>
      )}
      {total > Math.min(shown, rows.length) && (
        <Text size="sm" c="dimmed">
          The first {countOf(Math.min(shown, rows.length))} of {countOf(total)} rows that are new or
          change.
        </Text>
      )}
    </>
  );
}
