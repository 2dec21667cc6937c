import { z } from 'zod';
import { roles } from '../permissions.ts';
import { resource } from '../resource.ts';

/** A sign-in that was refused because its address belongs to another account of the identity provider. */
const blockedSignIn = z.object({
  id: z.number(),
  /** The address that both accounts have. */
  email: z.string(),
  /** The provider's name of the refused account, and its identifier there (`sub`). */
  name: z.string(),
  subject: z.string(),
  issuer: z.string(),
  /** The role that it would have. */
  role: z.enum(roles),
  attempts: z.number(),
  /** ISO 8601 UTC. */
  first_at: z.string(),
  last_at: z.string(),
  /** The first sign-in of the account that has the address now, and its identifier. */
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

/** Binds the address to the released account, instead of the previous one. */
export const releasedSignIn = z.object({ message: z.string() });
