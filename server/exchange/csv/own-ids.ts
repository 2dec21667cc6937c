import type { CsvFile } from '#contract/csv-file.ts';

/** A name without the ID of its row: `Fay Fox [W7]`, `Hay, Hal - W9`, `W8 - Gus Gay`, `Fox, Fay; W7`. */
export function withoutOwnId(text: string, id: string): string {
  if (!/\d/.test(id) || !text.toLowerCase().includes(id.toLowerCase())) return text;
  const own = id.replaceAll(/[.*+?^${}()|[\]\\/-]/g, String.raw`\$&`);
  const around = String.raw`[\s,;#|/([\-–]*`;
  const found = new RegExp(
    String.raw`(?:^|(?<=[\s,;#|/([\-–]))${own}(?=$|[\s,;|/)\]\-–])[)\]]*`,
    'iu',
  );
  if (!found.test(text)) return text;
  return text
    .replace(found, '')
    .replace(new RegExp(`^${around}`, 'u'), '')
    .replace(new RegExp(`${around}$`, 'u'), '')
    .trim();
}

/** The table whose whole names have no IDs of their rows beside them. */
export function withoutOwnIds(csv: CsvFile, names: string, ids: string | undefined): CsvFile {
  const [name, id] = [csv.columns.indexOf(names), csv.columns.indexOf(ids ?? '')];
  if (name < 0 || id < 0) return csv;
  const rows = csv.rows.map(({ line, cells }) => ({
    line,
    cells: cells.map((cell, at) => (at === name ? withoutOwnId(cell, cells[id] ?? '') : cell)),
  }));
  return { ...csv, rows };
}
