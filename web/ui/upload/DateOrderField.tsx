import { NativeSelect, Text } from '@mantine/core';
import {
  dateExample,
  dateOfFile,
  dateOrders,
  ordersOf,
  type DateOrder,
} from '#contract/file-dates.ts';
import { keysOf } from '#contract/keys-of.ts';
import type { Mapping } from '#contract/file-column.ts';
import type { FileColumn } from '#contract/file-column.ts';
import type { ReadCsv } from './reading.ts';

/** The headings of the mapped columns of dates. */
const headingsOf = (columns: readonly FileColumn[], mapping: Mapping): string[] =>
  columns.flatMap(({ name, isDate }) => (isDate ? (mapping[name] ?? []) : []));

/** The texts of the mapped columns of dates. */
const datesOf = (csv: ReadCsv, headings: string[]): string[] => {
  const places = headings.map((heading) => csv.columns.indexOf(heading));
  return csv.rows.flatMap(({ cells }) => places.flatMap((place) => cells[place] ?? []));
};

/** The order of a file's dates where only one fits all; null where somebody has to choose. */
export function foundOrder(
  csv: ReadCsv,
  columns: readonly FileColumn[],
  mapping: Mapping,
): DateOrder | null {
  const headings = headingsOf(columns, mapping);
  const orders = ordersOf(datesOf(csv, headings), headings);
  return orders.length > 1 ? null : (orders[0] ?? 'ymd');
}

interface DateOrderFieldProps {
  csv: ReadCsv;
  columns: readonly FileColumn[];
  mapping: Mapping;
  value: DateOrder | null;
  change: (order: DateOrder | null) => void;
}

/** In which order all dates of the file are read, with the first of them (R-STUDENT-5). */
export function DateOrderField({ csv, columns, mapping, value, change }: DateOrderFieldProps) {
  const first = datesOf(csv, headingsOf(columns, mapping)).find(Boolean);
  if (first === undefined) return null;
  const read = value && dateOfFile(first, value);
  return (
    <>
      <NativeSelect
        label="Order of the dates"
        w="fit-content"
        value={value ?? ''}
        error={value === null && 'Choose how the dates of this file are written'}
        data={[
          ...(value === null ? [{ value: '', label: 'Choose …' }] : []),
          ...keysOf<DateOrder>(dateOrders).map((order) => ({
            value: order,
            label: `${dateOrders[order]} (${dateExample(order)})`,
          })),
        ]}
        onChange={({ currentTarget: { value: chosen } }) =>
          change(keysOf<DateOrder>(dateOrders).find((order) => order === chosen) ?? null)
        }
      />
      {read && read !== first && (
        <Text size="sm" c="dimmed">
          {first} is read as {read}.
        </Text>
      )}
    </>
  );
}
