import { Anchor } from '@mantine/core';
import { createLink } from '@tanstack/react-router';

/** A link to a page of the application, in the colours of text links. */
export const AnchorLink = createLink(Anchor<'a'>);
