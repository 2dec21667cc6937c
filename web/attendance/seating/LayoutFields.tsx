import { Group, NumberInput, Text } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { seatingLimits, type Layout } from '#contract/attendance/seating-plan.ts';

type Size = Pick<Layout, 'rows' | 'columns'>;

interface LayoutFieldsProps {
  layout: Layout;
  change: (size: Partial<Size>) => void;
  children: ReactNode;
}

/** The number of rows of a room, and of seats in a row. */
export function LayoutFields({ layout, change, children }: LayoutFieldsProps) {
  return (
    <Group gap="sm" px="xs" pb="xs" align="end">
      <CountField label="Rows" count={layout.rows} change={(rows) => change({ rows })} />
      <CountField
        label="Seats in a row"
        count={layout.columns}
        change={(columns) => change({ columns })}
      />
      <Text size="sm" maw={480}>
        {children}
      </Text>
    </Group>
  );
}

interface CountFieldProps {
  label: string;
  count: number;
  change: (count: number) => void;
}

/** A number that counts once it is complete: who types 12 passes 1 on the way. */
function CountField({ label, count, change }: CountFieldProps) {
  const [typed, setTyped] = useState<number | string | null>(null);
  function commit(value: number | string | null) {
    setTyped(null);
    const next = Number(value);
    if (next >= 1 && next !== count) change(next);
  }
  return (
    <NumberInput
      label={label}
      size="xs"
      w={110}
      min={1}
      max={seatingLimits.across}
      clampBehavior="strict"
      allowDecimal={false}
      allowNegative={false}
      value={typed ?? count}
      onValueChange={({ floatValue }, { source }) => {
        const by: string = source;
        if (by === 'event') setTyped(floatValue ?? '');
        else if (by !== 'prop') commit(floatValue ?? null);
      }}
      onBlur={() => commit(typed)}
      onKeyDown={({ key }) => key === 'Enter' && commit(typed)}
    />
  );
}
