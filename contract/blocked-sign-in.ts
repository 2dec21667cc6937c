import { z } from 'zod';
import { roles } from './permissions.ts';
import { resource } from './resource.ts';

/** A sign-in that was refused: its address belongs to another account of the identity provider. */
export const blockedSignIn = z.object({
  id: z.number(),
  /** The address that both accounts name. */
  email: z.string(),
  /** What the provider calls the account that was refused, and its identifier there (`sub`). */
  name: z.string(),
  subject: z.string(),
  issuer: z.string(),
  /** The role that it would have. */
  role: z.enum(roles),
  attempts: z.number(),
  /** ISO 8601 UTC. */
  first_at: z.string(),
  last_at: z.string(),
  /** When the account that has the address now signed in first, and its identifier. */
  bound_at: z.string(),
  bound_subject: z.string(),
});
export type BlockedSignIn = z.output<typeof blockedSignIn>;

export const blockedSignIns = resource({
  permission: 'Settings',
  singular: 'blocked sign-in',
  fields: {},
  row: blockedSignIn,
  filters: {},
  sortKeys: ['last_at', 'email', 'attempts'],
  defaultSort: '-last_at',
});

/** The released account has the address from now on; the one before has not. */
export const releasedSignIn = z.object({ message: z.string() });
