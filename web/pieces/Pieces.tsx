import '@fontsource-variable/inter/wght.css';
import '@mantine/core/styles.css';
import '../app/global.css';
import '../ui/plain.css';
import {
  Group,
  MantineProvider,
  SegmentedControl,
  Stack,
  Title,
  useMantineColorScheme,
} from '@mantine/core';
import { Notifications } from '@mantine/notifications';
import { cssVariables, theme } from '../app/theme.ts';
import { Dialogs } from '../ui/Dialogs.tsx';
import { Bands } from './Bands.tsx';
import { Buttons } from './Buttons.tsx';
import { Fields } from './Fields.tsx';
import { States } from './States.tsx';
import { Tables } from './Tables.tsx';

/** All states of the pieces that screens are made of, to be looked at in light and dark, narrow and wide. */
export function Pieces({ scheme = 'light' }: { scheme?: 'light' | 'dark' }) {
  return (
    <MantineProvider theme={theme} cssVariablesResolver={cssVariables} defaultColorScheme={scheme}>
      <Notifications />
      <Dialogs />
      <Stack component="main" p="md" gap="xl">
        <Group justify="space-between">
          <Title order={1} size="h3">
            Pieces
          </Title>
          <SchemeSwitch />
        </Group>
        <Buttons />
        <Fields />
        <Tables />
        <Bands />
        <States />
      </Stack>
    </MantineProvider>
  );
}

function SchemeSwitch() {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return (
    <SegmentedControl
      aria-label="Colours"
      value={colorScheme}
      onChange={(value) => setColorScheme(value === 'dark' ? 'dark' : 'light')}
      data={['light', 'dark']}
    />
  );
}
