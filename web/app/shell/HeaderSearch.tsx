import { Anchor, Paper, Popover, Text, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { limits } from '../../../contract/limits.ts';
import { useMay } from '../SessionProvider.tsx';
import { useIsBuilt } from '../useIsBuilt.ts';
import { menu, searchMenu, visibleMenu } from './menu.ts';
import classes from './Shell.module.css';

/** Finds pages by their titles, each with the shortcut to add something there (spec §2). */
export function HeaderSearch() {
  const may = useMay();
  const isBuilt = useIsBuilt();
  const [text, setText] = useState('');
  const [open, setOpen] = useState(false);
  const asked = text.trim().length > limits.headerSearchAfter;
  const found = asked ? searchMenu(visibleMenu(menu, may, isBuilt), text, may, isBuilt) : [];
  const leave = () => {
    setOpen(false);
    setText('');
  };
  return (
    <Popover opened={open && asked} onChange={setOpen} width="target" position="bottom-start" withRoles={false} trapFocus={false}>
      <Popover.Target>
        <TextInput
          className={classes.search}
          aria-label="Search pages"
          placeholder="Search pages"
          leftSection={<IconSearch size={16} aria-hidden="true" />}
          value={text}
          onChange={(event) => {
            setText(event.currentTarget.value);
            setOpen(true);
          }}
          onKeyDown={(event) => {
            if (event.key === 'Escape') setOpen(false);
            const first = document.querySelector<HTMLElement>('[data-search-result]');
            if (event.key === 'ArrowDown') first?.focus();
            if (event.key === 'Enter') first?.click();
          }}
        />
      </Popover.Target>
      <Popover.Dropdown p={4}>
        <div role="status" className="at-hidden">
          {asked && `${found.length} results`}
        </div>
        {found.map(({ title, path, add }) => (
          <Paper key={title} className={classes.result}>
            <Anchor data-search-result onClick={leave} renderRoot={(props) => <Link to={path} {...props} />}>
              {title}
            </Anchor>
            {add && (
              <Anchor size="sm" onClick={leave} renderRoot={(props) => <Link to={add} {...props} />}>
                Add {title}
              </Anchor>
            )}
          </Paper>
        ))}
        {found.length === 0 && (
          <Text p="xs" size="sm" c="dimmed">
            No results found
          </Text>
        )}
      </Popover.Dropdown>
    </Popover>
  );
}
