import '@mantine/core/styles.css';
import { MantineProvider } from '@mantine/core';
import type { ReactNode } from 'react';
import { render } from 'vitest-browser-react';
import { cssVariables, theme } from '../app/theme.ts';

export const Library = ({ children }: { children: ReactNode }) => (
  <MantineProvider theme={theme} cssVariablesResolver={cssVariables}>
    {children}
  </MantineProvider>
);

/** Renders a component as the application does: in the library's provider, with our theme. */
export const renderWithLibrary = (children: ReactNode) => render(children, { wrapper: Library });
