import { IconArmchair, IconList, IconUserSquareRounded } from '@tabler/icons-react';
import { ViewSwitch } from '#web/ui/ViewSwitch.tsx';
import type { RollView } from './roll-views.ts';

interface RollViewSwitchProps {
  view: RollView;
  show: (view: RollView) => void;
}

/** Switches between the list of a roll, its faces and its seats. */
export function RollViewSwitch({ view, show }: RollViewSwitchProps) {
  return (
    <ViewSwitch
      value={view}
      onChange={show}
      isNamed
      views={[
        { value: 'list', title: 'List', icon: <IconList size={16} aria-hidden="true" /> },
        {
          value: 'faces',
          title: 'Faces',
          icon: <IconUserSquareRounded size={16} aria-hidden="true" />,
        },
        { value: 'seats', title: 'Seats', icon: <IconArmchair size={16} aria-hidden="true" /> },
      ]}
    />
  );
}
