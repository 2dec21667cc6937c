import type { Column } from './columns.ts';

/** What the previous release would miss, or could no longer write, after a migration; one line each. */
export function incompatibleChanges(before: Column[], after: Column[]): string[] {
  const nameOf = ({ table, name }: Column) => `${table}.${name}`;
  const remaining = new Map(after.map((column) => [nameOf(column), column]));
  const known = new Map(before.map((column) => [nameOf(column), column]));
  const tables = new Set(before.map(({ table }) => table));
  const lost = before.flatMap((column) => {
    const name = nameOf(column);
    const now = remaining.get(name);
    if (!now) return [`${name} is gone`];
    const { values } = now;
    const forbidden =
      values &&
      (column.values ? column.values.filter((value) => !values.includes(value)) : ['others']);
    return [
      ...(now.type === column.type ? [] : [`${name} is ${now.type} instead of ${column.type}`]),
      ...(column.nullable && !now.nullable ? [`${name} must not be null`] : []),
      ...(column.filled && now.filled !== column.filled
        ? [`${name} is no longer filled ${column.filled}`]
        : []),
      ...(forbidden?.length ? [`${name} refuses ${forbidden.join(', ')}`] : []),
    ];
  });
  const required = after.filter(
    (column) =>
      tables.has(column.table) && !known.has(nameOf(column)) && !column.nullable && !column.filled,
  );
  return [...lost, ...required.map((column) => `${nameOf(column)} has to be written`)];
}
