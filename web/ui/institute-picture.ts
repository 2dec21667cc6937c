let picture: string | null = null;

/** The address of the institute's picture; null where it has none. */
export const institutePicture = (): string | null => picture;

/** Set from the server's configuration before the first render. */
export function setInstitutePicture({ logo }: { logo: string | null }): void {
  picture = logo;
}
