import { Button, Text, Tooltip } from '@mantine/core';
import { templateKind, type TemplateKind } from '#contract/messages/template-kinds.ts';
import classes from './Templates.module.css';

interface FieldPaletteProps {
  kind: TemplateKind;
  insert: (field: string) => void;
}

/** The fields of a kind, each with its explanation; a click inserts one at the cursor. */
export function FieldPalette({ kind, insert }: FieldPaletteProps) {
  const { fields, required } = templateKind(kind);
  return (
    <div>
      <Text size="sm" fw={500} id="fields-of-template" mb={4}>
        Fields
      </Text>
      <ul className={classes.fields} aria-labelledby="fields-of-template">
        {Object.entries(fields).map(([name, { about }]) => {
          const explained = required.includes(name) ? `${about}. Required.` : about;
          return (
            <li key={name}>
              <Tooltip label={explained} events={{ hover: true, focus: true, touch: false }}>
                <Button
                  size="compact-xs"
                  variant="default"
                  aria-label={`Insert ${name}: ${explained}`}
                  onClick={() => insert(name)}
                >
                  {name}
                  {required.includes(name) && ' *'}
                </Button>
              </Tooltip>
            </li>
          );
        })}
      </ul>
    </div>
  );
}
