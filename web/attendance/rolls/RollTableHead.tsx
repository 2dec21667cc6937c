import { Button, Group, TextInput, Title } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import classes from './Attendance.module.css';
import { RollKeys } from './RollKeys.tsx';
import { RollViewSwitch } from './RollViewSwitch.tsx';
import type { RollView } from './roll-views.ts';
import type { RollMarking } from './roll-marking.ts';

interface RollTableHeadProps {
  search: string;
  setSearch: (text: string) => void;
  /** Undefined for a read-only roll. */
  marking?: Pick<RollMarking, 'closeRoll' | 'markRestPresent'>;
  /** How many students are selected. */
  chosen: number;
  markSelected: () => void;
  /** Students without a mark. */
  rest: number[];
  /** The chosen view, and what chooses another one. Faces and seats cannot be selected. */
  views?: { view: RollView; show: (view: RollView) => void } | undefined;
}

/** The title of a roll with its search; where it is marked, actions on the selected and on the rest. */
export function RollTableHead(props: RollTableHeadProps) {
  const { search, setSearch, marking, chosen, markSelected, rest, views } = props;
  return (
    <Group justify="space-between" className={classes.rollHead}>
      <Title order={2} size="h5" id="roll-title">
        {marking ? 'Manual attendance' : 'Attendance'}
      </Title>
      <Group gap="xs" className={`at-screen ${classes.rollTools}`}>
        <TextInput
          aria-label="Search the roll"
          placeholder="Search the roll"
          leftSection={<IconSearch size={16} aria-hidden="true" />}
          value={search}
          onChange={(event) => setSearch(event.currentTarget.value)}
        />
        {marking && (
          <>
            {(views?.view ?? 'list') === 'list' ? (
              <Button
                data-steady
                variant={chosen > 0 ? 'filled' : 'default'}
                onClick={markSelected}
              >
                Mark present{chosen > 0 && ` (${chosen})`}
              </Button>
            ) : (
              <Button
                data-steady
                variant="default"
                disabled={rest.length === 0}
                onClick={() => marking.markRestPresent(rest)}
              >
                Mark the rest present{rest.length > 0 && ` (${rest.length})`}
              </Button>
            )}
            <Button data-steady variant="default" onClick={() => marking.closeRoll()}>
              Close roll{rest.length > 0 && ` (${rest.length} absent)`}
            </Button>
            <RollKeys />
          </>
        )}
        {views && <RollViewSwitch {...views} />}
      </Group>
    </Group>
  );
}
