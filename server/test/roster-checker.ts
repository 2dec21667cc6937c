import { parse } from 'csv-parse/sync';
import { cellError, idsOf } from '#server/exchange/oneroster/check-cell.ts';
import { rosterFormat, type RosterFile } from '#server/exchange/oneroster/format.ts';

type Row = Record<string, string>;

/**
 * Checks files against the tables of OneRoster 1.2: columns in their order, what has to be filled in, values,
 * sourcedIds that occur twice, references, dates that end before they begin, and the manifest.
 * @returns what is wrong, as `file:row column: reason`.
 */
export function checkRoster(texts: ReadonlyMap<string, string>): string[] {
  const found: string[] = [];
  const format = Object.entries(rosterFormat['1.2']);
  const tables = new Map<string, Row[]>();
  for (const [file, rules] of format) {
    const text = texts.get(`${file}.csv`);
    if (text === undefined) continue;
    const [header = [], ...lines] = parse(text, { relax_column_count: true }) as string[][];
    const columns = Object.keys(rules);
    if (header.join() !== columns.join()) found.push(`${file}: columns ${header.join()}`);
    for (const [at, cells] of lines.entries())
      if (cells.length !== columns.length) found.push(`${file}:${at + 1}: ${cells.length} cells`);
    tables.set(
      file,
      lines.map((cells) => Object.fromEntries(columns.map((name, at) => [name, cells[at] ?? '']))),
    );
  }
  const manifest = checkManifest(texts, found);
  for (const [file] of format)
    if (tables.has(file) !== (manifest.get(`file.${file}`) === 'bulk'))
      found.push(`manifest: file.${file} is ${manifest.get(`file.${file}`)}`);
  const ids = new Map(
    [...tables].map(([file, rows]) => [file, new Set(rows.map(({ sourcedId = '' }) => sourcedId))]),
  );
  for (const [file, rows] of tables) checkRows(file as RosterFile, rows, ids, found);
  return found;
}

function checkManifest(texts: ReadonlyMap<string, string>, found: string[]): Map<string, string> {
  const lines = parse(texts.get('manifest.csv') ?? '') as string[][];
  if (lines[0]?.join() !== 'propertyName,value') found.push('manifest: columns');
  const manifest = new Map(lines.slice(1).map(([name = '', value = '']) => [name, value]));
  if (manifest.get('manifest.version') !== '1.0') found.push('manifest: manifest.version');
  if (manifest.get('oneroster.version') !== '1.2') found.push('manifest: oneroster.version');
  for (const [name, value] of manifest)
    if (name.startsWith('file.') && !['bulk', 'absent'].includes(value))
      found.push(`manifest: ${name} is ${value}`);
  return manifest;
}

function checkRows(
  file: RosterFile,
  rows: Row[],
  ids: ReadonlyMap<string, ReadonlySet<string>>,
  found: string[],
): void {
  const seen = new Set<string>();
  for (const [at, row] of rows.entries()) {
    const report = (column: string, reason: string) =>
      found.push(`${file}:${at + 1} ${column}: ${reason}`);
    const { sourcedId = '', status, dateLastModified } = row;
    if (seen.has(sourcedId)) report('sourcedId', 'occurs twice');
    seen.add(sourcedId);
    if (status || dateLastModified) report('status', 'has to be empty in bulk');
    for (const [column, rule] of Object.entries(rosterFormat['1.2'][file] ?? {})) {
      const value = row[column] ?? '';
      const error = cellError(value, rule, '1.2');
      if (error) report(column, error);
      else if (rule.of && value)
        for (const id of rule.type === 'ids' ? idsOf(value) : [value])
          if (!ids.get(rule.of)?.has(id)) report(column, `${rule.of} has no ${id}`);
    }
    for (const [first = '', last = ''] of [
      [row.startDate, row.endDate],
      [row.beginDate, row.endDate],
    ])
      if (first && last && first >= last) report('endDate', 'is not after the first day');
  }
}
