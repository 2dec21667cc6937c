import { TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useCurrentSection } from './useCurrentSection.ts';
import classes from './Settings.module.css';

/** The id of a section, for links to it. */
export const sectionOf = (group: string): string => group.toLowerCase().replaceAll(' ', '-');

interface SettingsIndexProps {
  groups: readonly string[];
  search: string;
  setSearch: (text: string) => void;
}

/** The sections of the settings, and a search in their names and explanations. */
export function SettingsIndex({ groups, search, setSearch }: SettingsIndexProps) {
  const current = useCurrentSection(groups.map(sectionOf));
  return (
    <div className={classes.index}>
      <TextInput
        type="search"
        aria-label="Search settings"
        placeholder="Search"
        leftSection={<IconSearch size={16} aria-hidden="true" />}
        value={search}
        onChange={(event) => setSearch(event.currentTarget.value)}
      />
      <nav aria-label="Sections of the settings">
        {groups.map((group) => (
          <a
            key={group}
            href={`#${sectionOf(group)}`}
            aria-current={sectionOf(group) === current || undefined}
          >
            {group}
          </a>
        ))}
      </nav>
    </div>
  );
}
