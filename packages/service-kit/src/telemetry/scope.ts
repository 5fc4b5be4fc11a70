/** The name under which everything that is sent was made. */
export const SCOPE = 'errand';
