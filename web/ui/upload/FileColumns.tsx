import type { FileColumn } from '#contract/file-column.ts';
import classes from './Upload.module.css';

/** The columns that a file may have, folded. */
export const FileColumns = ({ columns }: { columns: readonly FileColumn[] }) => (
  <details className={classes.columns}>
    <summary>Columns of the file</summary>
    <div className={`at-scroll ${classes.changes}`} tabIndex={0} role="group" aria-label="Columns">
      <table className="at-table">
        <thead>
          <tr>
            <th scope="col">Column</th>
            <th scope="col">Example</th>
            <th scope="col">Needed</th>
          </tr>
        </thead>
        <tbody>
          {columns.map(({ name, label, example, isRequired }) => (
            <tr key={name}>
              <td>{label}</td>
              <td>{example}</td>
              <td>{isRequired ? 'yes' : ''}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  </details>
);
