import { Button, CopyButton, Stack, Text } from '@mantine/core';
import { modals } from '@mantine/modals';
import type { ReactNode } from 'react';
import classes from './OnceSecret.module.css';

interface OnceSecretProps {
  secret: string;
  /** What it is: "key", "token". */
  what: string;
  children: ReactNode;
}

/** A secret that is shown once, to be copied. */
export function OnceSecret({ secret, what, children }: OnceSecretProps) {
  return (
    <Stack>
      <Text>{children}</Text>
      <code className={classes.secret}>{secret}</code>
      <CopyButton value={secret}>
        {({ copied, copy }) => (
          <Button onClick={copy}>{copied ? 'Copied' : `Copy the ${what}`}</Button>
        )}
      </CopyButton>
    </Stack>
  );
}

/** Opens it in a dialog, which a click beside it does not close. */
export function openSecret({ title, ...props }: OnceSecretProps & { title: string }): void {
  modals.open({
    title,
    children: <OnceSecret {...props} />,
    size: 'lg',
    closeOnClickOutside: false,
  });
}
