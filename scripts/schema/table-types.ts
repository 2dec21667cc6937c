import type { Column } from './columns.ts';
import { columnNotes } from './notes.ts';

/** As `server/platform/database/pool.ts` reads them. */
const types: Record<string, string> = {
  bigint: 'number',
  'bigint[]': 'number[]',
  boolean: 'boolean',
  bytea: 'Buffer',
  date: 'string',
  'date[]': 'string[]',
  integer: 'number',
  jsonb: 'unknown',
  mark_terms: "Parameters['mark_terms']",
  smallint: 'number',
  'smallint[]': 'number[]',
  text: 'string',
  'text[]': 'string[]',
  'time without time zone': 'string',
  'timestamp with time zone': 'string',
  uuid: 'string',
  xid8: 'string',
};

const header = `// Written by \`npm run tables\` from the migrated database; comments and narrower types: scripts/schema/notes.ts.
import type { ColumnType, Generated, GeneratedAlways } from 'kysely';
import type { MarkDetail } from '#contract/mark-bodies.ts';

/**
 * Ids are bigint in the database and numbers here; dates \`YYYY-MM-DD\`, times \`HH:mm\`, instants
 * ISO 8601.
 */
export interface Tables {
`;
const parametersHeader = `
/** Composite types of the database that its functions take as parameters. */
export interface Parameters {
`;

/** The declarations of `Tables` and of `Parameters`, the types that functions take. */
export const tableTypes = (columns: Column[], terms: Column[]): string =>
  `${header}${blocksOf(columns)}}\n${parametersHeader}${blocksOf(terms)}}\n`;

const blocksOf = (columns: Column[]): string =>
  [...Map.groupBy(columns, ({ table }) => table)]
    .map(([table, own]) => `  ${table}: {\n${own.map(declaration).join('')}  };\n`)
    .join('');

/** Characters of a line. */
const longest = 100;

function declaration(column: Column): string {
  const { table, name, nullable } = column;
  const note = columnNotes[`${table}.${name}`];
  const comment = note?.comment ? `    /** ${note.comment} */\n` : '';
  const type = wrapped(column, note?.type ?? withNull(baseType(column), nullable), note?.filled);
  const line = `    ${name}: ${type};`;
  if (line.length <= longest) return `${comment}${line}\n`;
  const values = type.split(' | ').map((value) => `\n      | ${value}`);
  return `${comment}    ${name}:${values.join('')};\n`;
}

function baseType({ table, name, type, values }: Column): string {
  if (values) return values.map((value) => `'${value}'`).join(' | ');
  if (type.startsWith('numeric')) return 'ColumnType<string, number, number>';
  const known = types[type];
  if (!known)
    throw new Error(`${table}.${name}: no type for ${type} in scripts/schema/table-types.ts`);
  return known;
}

const withNull = (type: string, nullable: boolean): string =>
  nullable && type !== 'unknown' ? `${type} | null` : type;

function wrapped({ filled }: Column, type: string, byTrigger = false): string {
  if (filled === 'always') return `GeneratedAlways<${type}>`;
  return filled || byTrigger ? `Generated<${type}>` : type;
}
