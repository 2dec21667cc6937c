import { Button, Checkbox, Group, Text } from '@mantine/core';
import { useFieldProps, useFormState } from '#web/ui/form/form-context.ts';
import { bySubject } from './text.ts';
import classes from './AccessTokens.module.css';

/** The permissions of a token, by subject. @param scopes those that can be chosen. */
export function ScopesField({ name, scopes }: { name: string; scopes: readonly string[] }) {
  const { form } = useFormState();
  const { value, error } = useFieldProps(name);
  const chosen = new Set<string>(value);
  const set = (next: Iterable<string>) => form.setFieldValue(name, [...next]);

  return (
    <Checkbox.Group
      label="What it may do"
      description="Never more than you may yourself when it is used."
      withAsterisk
      inputWrapperOrder={['label', 'error', 'description', 'input']}
      error={error}
      value={[...chosen]}
      onChange={set}
    >
      <Group gap="xs" my="xs">
        <Button
          size="compact-sm"
          variant="default"
          onClick={() => set(scopes.filter((scope) => scope.endsWith(':read')))}
        >
          Read everything
        </Button>
        <Button size="compact-sm" variant="default" onClick={() => set([])}>
          Nothing
        </Button>
        <Text size="sm" c="dimmed" role="status">
          {chosen.size} chosen
        </Text>
      </Group>
      <div className={classes.subjects}>
        {bySubject(scopes).map(({ subject, actions }) => (
          <fieldset key={subject} className={classes.subject}>
            <legend>{subject}</legend>
            {actions.map(({ scope, title }) => (
              <Checkbox key={scope} value={scope} label={title} size="sm" />
            ))}
          </fieldset>
        ))}
      </div>
    </Checkbox.Group>
  );
}
