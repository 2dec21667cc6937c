import {
  Checkbox,
  NativeSelect,
  NumberInput,
  Radio,
  SegmentedControl,
  SimpleGrid,
  Switch,
  Textarea,
  TextInput,
} from '@mantine/core';
import { useState } from 'react';
import { Check } from '../ui/Check.tsx';
import { Piece } from './Piece.tsx';

const rooms = ['A1.01', 'B2.10', 'Lab 3'];

export function Fields() {
  const [checked, setChecked] = useState(true);
  return (
    <Piece title="Fields">
      <SimpleGrid cols={{ base: 1, sm: 2, lg: 3 }}>
        <TextInput label="Name" placeholder="Placeholder" />
        <TextInput
          label="Student ID"
          withAsterisk
          defaultValue="S260001"
          description="Of ten characters"
        />
        <TextInput label="E-mail" defaultValue="ann@" error="must be an e-mail address" />
        <TextInput label="Fixed" defaultValue="Set by the server" disabled />
        <TextInput label="To read" defaultValue="Cannot be changed" readOnly />
        <NumberInput label="Capacity" defaultValue={30} suffix=" seats" />
        <NativeSelect label="Room" data={rooms} />
        <NativeSelect label="Room with an error" data={rooms} error="is closed on this day" />
        <Textarea
          label="Reason"
          autosize
          minRows={2}
          defaultValue="A longer text that takes several lines in a narrow field."
        />
      </SimpleGrid>
      <SimpleGrid cols={{ base: 1, sm: 2, lg: 4 }}>
        <Checkbox label="Chosen" defaultChecked />
        <Checkbox label="Not chosen" />
        <Switch label="On" defaultChecked />
        <Radio.Group label="Choice" defaultValue="one">
          <Radio value="one" label="One" />
          <Radio value="other" label="Another" />
        </Radio.Group>
        <SegmentedControl aria-label="View" data={['List', 'Cards']} />
        <Check label="A row" checked={checked} onChange={setChecked} />
        <Check label="Some rows" checked={false} some onChange={() => {}} />
      </SimpleGrid>
    </Piece>
  );
}
