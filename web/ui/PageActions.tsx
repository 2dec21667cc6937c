import { Button, Group, Menu } from '@mantine/core';
import type { Icon } from '@tabler/icons-react';
import { Link, type LinkProps } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { limits } from '#contract/limits.ts';
import { LazyMenu } from './LazyMenu.tsx';

/** An action in the head of a page: a link, or a function. */
export type PageAction = {
  title: string;
  Icon: Icon;
  /** Used weekly: a button beside the main one; the others are in the menu *More actions*. */
  isFrequent?: boolean;
} & ({ link: Pick<LinkProps, 'to' | 'search'> } | { onClick: () => void; busy?: boolean });

interface PageActionsProps {
  actions: readonly PageAction[];
  /** The main action. */
  main?: ReactNode;
}

/** The actions of a page; on a phone all but the main one are in the menu. */
export function PageActions({ actions, main }: PageActionsProps) {
  const isSmall = window.innerWidth < limits.smallScreen;
  const buttons = actions.filter(({ isFrequent }) => isFrequent && !isSmall);
  const more = actions.filter((action) => !buttons.includes(action));
  if (actions.length === 0 && !main) return null;
  return (
    <Group gap="xs">
      {buttons.map((action) => (
        <ActionButton key={action.title} {...action} />
      ))}
      {main}
      {more.length > 0 && (
        <LazyMenu
          position="bottom-end"
          target={
            <button type="button" className="at-icon-button at-dots" aria-label="More actions" />
          }
        >
          {more.map((action) => (
            <ActionItem key={action.title} {...action} />
          ))}
        </LazyMenu>
      )}
    </Group>
  );
}

function ActionButton({ title, Icon: Picture, ...action }: PageAction) {
  const common = {
    variant: 'default',
    leftSection: <Picture size={16} aria-hidden="true" />,
    children: title,
  };
  return 'link' in action ? (
    <Button {...common} renderRoot={(props) => <Link {...props} {...action.link} />} />
  ) : (
    <Button {...common} loading={action.busy} onClick={action.onClick} />
  );
}

function ActionItem({ title, Icon: Picture, ...action }: PageAction) {
  const common = { leftSection: <Picture size={16} aria-hidden="true" />, children: title };
  return 'link' in action ? (
    <Menu.Item {...common} renderRoot={(props) => <Link {...props} {...action.link} />} />
  ) : (
    <Menu.Item {...common} disabled={action.busy} onClick={action.onClick} />
  );
}
