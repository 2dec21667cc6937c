import { Group, NumberInput, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { seatingLimits, type Layout } from '#contract/attendance/seating-plan.ts';
import { resized } from './arrange.ts';

interface LayoutFieldsProps {
  layout: Layout;
  change: (layout: Layout) => void;
  children: ReactNode;
}

/** The number of rows of a room, and of seats in a row. */
export function LayoutFields({ layout, change, children }: LayoutFieldsProps) {
  const field = (name: 'rows' | 'columns', label: string) => (
    <NumberInput
      label={label}
      size="xs"
      w={110}
      min={1}
      max={seatingLimits.across}
      clampBehavior="strict"
      allowDecimal={false}
      allowNegative={false}
      value={layout[name]}
      onChange={(value) => {
        const count = Number(value);
        if (count >= 1 && count !== layout[name]) change(resized(layout, { [name]: count }));
      }}
    />
  );
  return (
    <Group gap="sm" px="xs" pb="xs" align="end">
      {field('rows', 'Rows')}
      {field('columns', 'Seats in a row')}
      <Text size="sm" maw={480}>
        {children}
      </Text>
    </Group>
  );
}
