import { Anchor } from '@mantine/core';
import { Link } from '@tanstack/react-router';

/** A link to the page that imports files of other systems. */
export const ImportLink = () => (
  <Anchor inherit underline="always" renderRoot={(props) => <Link {...props} to="/import" />}>
    Import
  </Anchor>
);
