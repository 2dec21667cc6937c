import { Button, Group, Menu } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { confirm } from '../ui/confirm.ts';
import { LazyMenu } from '../ui/LazyMenu.tsx';
import { toast } from '../ui/toasts.ts';
import { Piece } from './Piece.tsx';

const sizes = ['md', 'sm', 'xs', 'compact-sm'] as const;
const variants = ['filled', 'default', 'light', 'subtle'] as const;

const question = {
  title: 'Delete the room?',
  text: 'Its classes keep their marks.',
  yes: 'Delete',
  no: 'Keep',
  danger: true,
};

export function Buttons() {
  return (
    <Piece title="Buttons, menus and dialogs">
      {sizes.map((size) => (
        <Group key={size} gap="xs">
          {variants.map((variant) => (
            <Button key={variant} size={size} variant={variant}>
              {variant}
            </Button>
          ))}
          <Button size={size} disabled>
            disabled
          </Button>
          <Button size={size} loading>
            loading
          </Button>
        </Group>
      ))}
      <Group gap="xs">
        <Button leftSection={<IconPlus size={16} aria-hidden="true" />}>Main action</Button>
        <Button color="red.8" leftSection={<IconTrash size={16} aria-hidden="true" />}>
          Harm
        </Button>
        <LazyMenu
          target={
            <button type="button" className="at-icon-button at-dots" aria-label="More actions" />
          }
        >
          <Menu.Item>Print</Menu.Item>
          <Menu.Item disabled>Not now</Menu.Item>
        </LazyMenu>
        <Button variant="default" onClick={() => void confirm(question)}>
          Question
        </Button>
        {(['success', 'error', 'information'] as const).map((type) => (
          <Button key={type} variant="default" onClick={() => toast(type, `A toast of ${type}`)}>
            Toast: {type}
          </Button>
        ))}
      </Group>
    </Piece>
  );
}
