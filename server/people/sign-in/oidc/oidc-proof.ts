/** The row of the settings that remembers that the provider has let a developer in. */
export const OIDC_PROVEN = 'oidc_proven';
