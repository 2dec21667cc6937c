import { Menu, type MenuProps } from '@mantine/core';
import {
  cloneElement,
  useEffect,
  useRef,
  useState,
  type ReactElement,
  type ReactNode,
  type RefAttributes,
} from 'react';
import classes from './LazyMenu.module.css';

type Target = ReactElement<
  { onClick?: () => void; 'aria-haspopup'?: 'menu' } & RefAttributes<HTMLButtonElement>
>;

interface LazyMenuProps extends Omit<MenuProps, 'children'> {
  /** The button that opens it. */
  target: Target;
  children: ReactNode;
}

/**
 * A menu that is created when it is first opened: unopened menus take longer to render
 * than the page around them.
 */
export function LazyMenu({ target, children, ...menu }: LazyMenuProps) {
  const [made, setMade] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  // The menu has its own button.
  useEffect(() => {
    if (made) button.current?.focus();
  }, [made]);
  if (!made) return cloneElement(target, { 'aria-haspopup': 'menu', onClick: () => setMade(true) });
  return (
    // Moves the focus into the menu for keyboard users; the library does not do that for a menu that
    // starts open.
    <Menu defaultOpened onClose={() => button.current?.focus()} {...menu}>
      <Menu.Target>{cloneElement(target, { ref: button })}</Menu.Target>
      <Menu.Dropdown className={classes.choices}>{children}</Menu.Dropdown>
    </Menu>
  );
}
