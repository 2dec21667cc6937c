import { memo } from 'react';
import { limits } from '#contract/limits.ts';
import { SearchField } from './SearchField.tsx';
import classes from './Search.module.css';

const isMac = /Mac|iPhone|iPad/.test(navigator.userAgent);

/** The search in the header: nothing up to two characters (R-SHELL-4). The same opens anywhere by a key. */
export const HeaderSearch = memo(function HeaderSearch() {
  return (
    <SearchField
      after={limits.headerSearchAfter}
      floating
      hint={
        <kbd className={classes.key} aria-hidden="true">
          {isMac ? '⌘ K' : 'Ctrl K'}
        </kbd>
      }
    />
  );
});
