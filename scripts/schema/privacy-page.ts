import type { ColumnEntry } from '#server/school/privacy-entries.ts';
import { privacyRegister } from '#server/people/composition.ts';

const header = `# Privacy register

Every table of the database, whose personal data its columns hold, how long rows are stored, and what the erasure of a student (student's page › *Privacy* › *Erase*) does to each value. Written by \`npm run tables\` from \`server/people/privacy/register.ts\`; a test compares it with the migrated schema, and erases a student who has a value in every column to see that it is gone. Settings named \`KEEP_…\` are explained in [operations.md](operations.md#settings), what an erasure leaves and why in [security.md](security.md#erasure-and-retention).

Columns that are not named hold nothing personal.

`;

const footer = `
## Outside these tables
- \`DATA_DIR/files\` or the bucket: photos and documents. Each is a row of \`stored_file\`, and goes with it.
- \`DATA_DIR/erasures.jsonl\`: numbers and hashes of erased students, so that an older backup brings no student back.
- The schema \`jobs\` (pg-boss): numbers of mails. Errors that name an address of an erased student are emptied.
- Backups: everything above, as of their time, until they are deleted. A restore erases again.
- Logs of the server: routes and errors, without values.
- Browsers: an open roll and the places of its seating plan for a day, and marks that wait, unless \`KEEP_ON_DEVICE=false\` ([operations.md](operations.md#offline)).
`;

/** docs/privacy.md. */
export function privacyPage(): string {
  const tables = Object.entries(privacyRegister).toSorted(([a], [b]) => (a < b ? -1 : 1));
  const personal = tables.filter(([, { columns }]) =>
    Object.values(columns).some((entry) => entry.of !== 'none'),
  );
  const others = tables.filter((table) => !personal.includes(table));
  const sections = personal.map(([name, { purpose, retention, columns }]) => {
    const rows = [...linesOf(columns)].map(
      ([text, names]) => `| ${names.map((column) => `\`${column}\``).join(', ')} | ${text} |\n`,
    );
    const stored = retention.replaceAll(/KEEP_\w+/g, '`$&`');
    const head = '| columns | whose, and what an erasure does |\n| --- | --- |\n';
    return `## \`${name}\`\n${sentence(purpose)} Stored ${stored}.\n\n${head}${rows.join('')}`;
  });
  const list = others.map(([name, { purpose }]) => `- \`${name}\`: ${purpose}`);
  return `${header}${sections.join('\n')}\n## Nothing personal\n${list.join('\n')}\n${footer}`;
}

const sentence = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;

/** Columns with the same entry share a line. */
function linesOf(columns: Record<string, ColumnEntry>): Map<string, string[]> {
  const lines = new Map<string, string[]>();
  for (const [name, entry] of Object.entries(columns)) {
    if (entry.of === 'none') continue;
    const text = textOf(entry);
    lines.set(text, [...(lines.get(text) ?? []), name]);
  }
  return lines;
}

const effects = {
  deleted: 'deleted with its row, or its file',
  nulled: 'set to null',
  replaced: 'replaced by a neutral value',
  redacted: "the student's names and numbers are replaced in the text",
  proposed: 'redacted within the text, once somebody who may edit the row has confirmed it',
};

function textOf(entry: Exclude<ColumnEntry, { of: 'none' }>): string {
  if (entry.of === 'staff') return `staff: ${entry.reason}`;
  return `student: ${entry.erasure === 'retained' ? `retained, ${entry.reason}` : effects[entry.erasure]}`;
}
