import { Text } from '@mantine/core';
import type { BulkUploadResult } from '#contract/student.ts';
import classes from './Upload.module.css';
import { countOf } from '../format.ts';

/** Old and new values that an upload overwrites. */
export function Changes({
  result: { changes, updated },
  done,
  titleOf,
}: {
  result: BulkUploadResult;
  done: boolean;
  titleOf: (field: string) => string;
}) {
  if (changes.length === 0) return null;
  return (
    <>
      <section className={`at-scroll ${classes.changes}`} tabIndex={0} aria-label="Changes">
        <table className="at-table">
          <thead>
            <tr>
              <th>Line</th>
              <th>Student ID</th>
              <th>{done ? 'Was changed' : 'Would change'}</th>
            </tr>
          </thead>
          <tbody>
            {changes.map(({ line, student_id, fields }) => (
              <tr key={line}>
                <td>{line}</td>
                <td>{student_id}</td>
                <td>
                  {fields.map(({ field, from, to }) => (
                    <div key={field}>
                      {titleOf(field)}: {from ?? '–'} → {to ?? '–'}
                    </div>
                  ))}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      {updated > changes.length && (
        <Text size="sm" c="dimmed">
          The first {changes.length} of {countOf(updated)} that change.
        </Text>
      )}
    </>
  );
}
